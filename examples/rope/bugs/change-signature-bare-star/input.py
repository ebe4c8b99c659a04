def f(x, *, y=2):
    print("f", y)
    return 7
print(f())
