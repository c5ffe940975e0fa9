#!/usr/bin/env bash
# Compiles the core as Embedded Swift for the browser: .build/web/core.wasm.
#
# SwiftPM can do this too, but in a scratch folder of its own it would fetch and resolve every
# dependency of the server again. The compiler alone needs seconds, and only for what changed.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly modules=(JSON CivilTime Recurrence ICalendar Agenda CalendarLayout WebCore)
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

# Compiles one module when its sources, its flags or a module before it changed.
compile() {
    local module=$1 stamp sources
    shift
    mapfile -t sources < <(printf '%s\n' "$@" | sort)
    stamp=$(printf '%s\n' "${flags[@]}" "$(swiftc --version 2>/dev/null)" "${sources[@]}")
    if [ "$changed" = no ] && [ -f "$out/$module.o" ] && [ "$(cat "$out/$module.stamp" 2>/dev/null)" = "$stamp" ] &&
        [ -z "$(find "${sources[@]}" -newer "$out/$module.stamp")" ]; then
        return
    fi
    echo "wasm: $module"
    rm -f "$out/$module.o"
    printf '%s\n' "$stamp" >"$out/$module.stamp"
    swiftc "${flags[@]}" -module-name "$module" -emit-module \
        -emit-module-path "$out/$module.swiftmodule" -c "${sources[@]}" -o "$out/$module.o"
    changed=yes
}

mkdir -p "$out/symbols" .build/web
# Two at once would take each other's files away.
if command -v flock >/dev/null; then
    exec 9>"$out/lock"
    flock 9
fi
changed=no
compile WasmRuntime scripts/wasm-runtime.swift
for module in "${modules[@]}"; do
    mapfile -t files < <(find "Sources/$module" -name '*.swift')
    compile "$module" "${files[@]}"
done

if [ "$changed" = no ] && [ -f "$result" ] && [ "$result" -nt "$out/WebCore.o" ]; then exit; fi
objects=("$out/WasmRuntime.o")
for module in "${modules[@]}"; do objects+=("$out/$module.o"); done
# The stack comes first in memory, so that running out of it traps instead of overwriting data.
"$linker" --no-entry --gc-sections --strip-all --stack-first -z "stack-size=$stack_octets" \
    "${objects[@]}" "$(scripts/find-wasm-library.sh libc.a)" \
    "$(scripts/find-wasm-library.sh libclang_rt.builtins-wasm32.a)" "$unicode_tables" \
    -o "$out/core.wasm"
mv "$out/core.wasm" "$result"
echo "wasm: $result, $(wc -c <"$result") octets, $(gzip -9 -n -c "$result" | wc -c) gzipped"
