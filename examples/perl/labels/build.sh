#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copies Debian's PPIx::EditorTools 0.21 to DIRECTORY, and adds the mends of its faults: build.sh DIRECTORY. A fault is
# mended if %PPIx::EditorTools::MENDED has its name; with none, the copy does what Debian's does.
set -eu
[ $# -eq 1 ] || { sed -n '3,4s/^# //p' "$0"; exit 2; }
labels=$(cd "$(dirname "$0")" && pwd)
modules=/usr/share/perl5/PPIx
[ -d "$modules/EditorTools" ] || { echo "build.sh: install libppix-editortools-perl" >&2; exit 3; }
mkdir -p "$1"
rm -rf "$1/PPIx"
mkdir "$1/PPIx"
cp -R "$modules/EditorTools.pm" "$modules/EditorTools" "$1/PPIx"
patch -s -d "$1" -p1 <"$labels/mends.patch"
