#!/usr/bin/env bash
# Prints the path of a static library for wasm32: libc.a of wasi-libc, or clang's builtins.
#
# Distributions keep them in different folders, so this script searches for them.
# Set WASI_LIBC and WASM_BUILTINS to use particular files.
set -euo pipefail

readonly name=$1

case $name in
    libc.a) named=${WASI_LIBC:-} pattern='*wasm32-wasi*/libc.a' ;;
    libclang_rt.builtins-wasm32.a) named=${WASM_BUILTINS:-} pattern='*/libclang_rt.builtins-wasm32.a' ;;
    *) echo "unknown library: $name" >&2; exit 64 ;;
esac

if [ -n "$named" ]; then
    echo "$named"
    exit
fi
# Skip the threaded variant: it would import its memory from the page.
found=$(find /usr/lib /usr/share /usr/local /usr/wasm32-wasi -path "$pattern" -not -path '*threads*' 2>/dev/null |
    sort -V | tail -n 1 || true)
[ -n "$found" ] || { echo "not found: $name (run 'make setup')" >&2; exit 1; }
echo "$found"
