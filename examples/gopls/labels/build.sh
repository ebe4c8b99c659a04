#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds a gopls whose faults can be mended: build.sh DIRECTORY makes DIRECTORY/gopls of Debian's source (the network is
# needed once) and mends.patch. Without the variable SMALLSCOPE_GOPLS_FAULTS it is gopls as it is; with it, gopls has
# the faults that the variable names.
set -eu
[ $# -eq 1 ] || { sed -n '3,5s/^# //p' "$0"; exit 2; }
labels=$(cd "$(dirname "$0")" && pwd)
if [ ! -d /usr/share/gocode/src/mvdan.cc/gofumpt ]; then
  echo "build.sh: install the packages that gopls is built of: golang-github-sergi-go-diff-dev" \
    "golang-golang-x-mod-dev golang-golang-x-net-dev golang-golang-x-sync-dev golang-golang-x-sys-dev" \
    "golang-golang-x-text-dev golang-golang-x-vuln-dev golang-gopkg-yaml.v3-dev golang-honnef-go-tools-dev" \
    "golang-mvdan-gofumpt-dev golang-mvdan-xurls-dev" >&2
  exit 3
fi
mkdir -p "$1" && cd "$1"
"$labels"/../../../scripts/debian-source golang-golang-x-tools .
mkdir -p gopath/src/golang.org/x
rm -rf gopath/src/golang.org/x/tools
cp -R golang-golang-x-tools-[0-9]*/ gopath/src/golang.org/x/tools
patch -s -d gopath/src/golang.org/x/tools -p1 <"$labels"/mends.patch
GO111MODULE=off GOPATH=$PWD/gopath:/usr/share/gocode GOCACHE=$PWD/cache/go go build -o gopls golang.org/x/tools/gopls
