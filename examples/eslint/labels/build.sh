#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes DIR/eslint: Debian's ESLint 6.4.0 with a mend for each fault, all of them off. MENDS=yoda-adjacent,bind-eval
# turns two of them on.
#
# usage: build.sh DIR
set -e
mends=$(cd "$(dirname "$0")" && pwd)/mends
mkdir -p "$1"
cp -r /usr/share/nodejs/eslint "$1"/
cat "$mends"/*.patch | patch -s -p1 -d "$1"/eslint
