class A:
    f = 7
y = 0
a = A()
for a.f in range(3): pass
print(a.f)
