class A:
    f = 7
y = 0
a = A()
a.f = 1; a.f = 2
print(a.f)
