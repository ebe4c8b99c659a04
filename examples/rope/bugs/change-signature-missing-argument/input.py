def f(x):
    print("f", x)
    return 7
print(f())
