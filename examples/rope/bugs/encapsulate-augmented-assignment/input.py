class A:
    f = 7
y = 0
a = A()
a.f *= 2 + 1
print(a.f)
