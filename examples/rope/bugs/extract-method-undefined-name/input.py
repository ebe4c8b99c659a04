def run(a, b):
    class Z:
        z = a
    return Z.z
print(run(5, 2))
print(run(0, 3))
