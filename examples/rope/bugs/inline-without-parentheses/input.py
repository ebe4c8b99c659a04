p = 5
q = 2
v = p + 1
r = -v
print(r)
