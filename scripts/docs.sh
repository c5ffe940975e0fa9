#!/usr/bin/env bash
# Renders the documentation of the core modules; dead links are errors.
#
# The symbols come from the WebAssembly build, which compiles the same modules within seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly modules=(CivilTime Recurrence ICalendar Agenda CalendarLayout)
docc=$(command -v docc || echo "$(dirname "$(command -v swift)")/docc")
readonly docc

for module in "${modules[@]}"; do
    symbols=.build/docs/symbols/$module
    rm -rf "$symbols" ".build/docs/$module.doccarchive"
    mkdir -p "$symbols"
    cp .build/wasm/symbols/"$module"*.symbols.json "$symbols/"
    catalogue=()
    if [ -d "Sources/$module/$module.docc" ]; then catalogue=("Sources/$module/$module.docc"); fi
    "$docc" convert ${catalogue[@]+"${catalogue[@]}"} --additional-symbol-graph-dir "$symbols" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "meantime.$module" \
        --output-path ".build/docs/$module.doccarchive"
done
echo "docs: .build/docs, ${#modules[@]} modules"
