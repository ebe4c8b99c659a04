class A:
    def m(self):
        return 7
a = A()
print(a\
.m())
