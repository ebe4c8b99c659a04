s/^\tsbc\thl, hl$/\tld\thl, #0x0000/
s/__modsint/__moduint/
s/__divslong/__divulong/
/^\tsub\ta, /{n;s/^\tjr\tC, /\tjr\tZ, /}
s/^\tjr\tNC, /\tjr\tZ, /
/^\tsub\ta, /{n;s/^\tor\ta, [b-l(].*/\tor\ta, a/}
/^\tand\ta, #0x[ef][0-9a-f]$/{N;s/^.*\n\tor\ta, /\tor\ta, /}
s/^\tldir$/\tdec\tc\n\tldir/
