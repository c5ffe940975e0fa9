#!/usr/bin/env bash
# Compiles the core as Embedded Swift for the browser: .build/web/core.wasm.
#
# SwiftPM could do this too, but it would need its own scratch folder and fetch all dependencies of
# the server again. Calling the compiler directly takes seconds, and only for changed modules.
set -euo pipefail
cd "$(dirname "$0")/.."

# Embedded Swift compiles what a module uses of others into the module itself, so these need no code of their own: the
# whole program is in WebCore.
readonly libraries=(JSON CivilTime Recurrence ICalendar Agenda CalendarLayout Client)
readonly triple=wasm32-unknown-none-wasm
readonly out=.build/wasm
readonly result=.build/web/core.wasm
readonly optimisation=${WASM_OPTIMISATION:--O}
readonly stack_octets=1048576

readonly flags=(
    -target "$triple" "$optimisation" -wmo -parse-as-library -swift-version 6 -package-name meantime
    -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -enable-upcoming-feature ExistentialAny
    -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature InternalImportsByDefault
    -warnings-as-errors -Xfrontend -disable-stack-protector -I "$out"
    -emit-symbol-graph -emit-symbol-graph-dir "$out/symbols"
)

resources=$(swiftc -print-target-info -target "$triple" |
    sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
readonly resources
readonly linker=$resources/../../bin/wasm-ld
readonly unicode_tables=$resources/embedded/$triple/libswiftUnicodeDataTables.a

# compile MODULE PATH [-c]: makes a module from the sources at a path, if they, its flags or an earlier module changed.
# With -c it makes its code as well.
compile() {
    local module=$1 path=$2 stamp source sources=() made=$out/$1.swiftmodule code=()
    if [ "${3-}" = -c ]; then
        made=$out/$module.o
        code=(-c -o "$made")
    fi
    while IFS= read -r source; do sources+=("$source"); done < <(find "$path" -name '*.swift' | sort)
    stamp=$(printf '%s\n' "${flags[@]}" "$(swiftc --version 2>/dev/null)" "${sources[@]}")
    if [ "$changed" = no ] && [ -f "$made" ] && [ "$(cat "$out/$module.stamp" 2>/dev/null)" = "$stamp" ] &&
        [ -z "$(find "${sources[@]}" -newer "$out/$module.stamp")" ]; then
        return
    fi
    echo "wasm: $module"
    rm -f "$made"
    printf '%s\n' "$stamp" >"$out/$module.stamp"
    # Old versions of bash take an empty array for an unset variable.
    swiftc "${flags[@]}" -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" \
        ${code[@]+"${code[@]}"} "${sources[@]}"
    changed=yes
}

mkdir -p "$out/symbols" .build/web
# Two builds at the same time would overwrite each other's files.
if command -v flock >/dev/null; then
    exec 9>"$out/lock"
    flock 9
fi
changed=no
compile WasmRuntime scripts/wasm-runtime.swift -c
for library in "${libraries[@]}"; do compile "$library" "Sources/$library"; done
compile WebCore Sources/WebCore -c

if [ "$changed" = no ] && [ -f "$result" ] && [ "$result" -nt "$out/WebCore.o" ]; then exit; fi
# Put the stack first in memory, so that a stack overflow traps instead of overwriting data.
"$linker" --no-entry --gc-sections --strip-all --compress-relocations --stack-first -z "stack-size=$stack_octets" \
    "$out/WasmRuntime.o" "$out/WebCore.o" "$(scripts/find-wasm-library.sh libc.a)" \
    "$(scripts/find-wasm-library.sh libclang_rt.builtins-wasm32.a)" "$unicode_tables" \
    -o "$out/core.wasm"
mv "$out/core.wasm" "$result"
echo "wasm: $result, $(wc -c <"$result") bytes, $(gzip -9 -n -c "$result" | wc -c) gzipped"
