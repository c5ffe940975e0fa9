#!/usr/bin/env bash
# Renders the documentation of the core modules, which begins with docs/libraries.md; dead links are errors.
#
# The symbols come from the WebAssembly build, which compiles the same modules within seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly modules=(CivilTime Recurrence ICalendar Agenda CalendarLayout)
readonly out=.build/docs
readonly result=$out/Meantime.doccarchive
docc=$(command -v docc || echo "$(dirname "$(command -v swift)")/docc")
readonly docc

# convert NAME CATALOGUE OPTION...: makes the archive of a module, or of the page; links may lead to other archives.
convert() {
    local name=$1 catalogue=$2
    shift 2
    rm -rf "$out/$name.doccarchive"
    "$docc" convert ${catalogue:+"$catalogue"} "$@" --warnings-as-errors --enable-experimental-external-link-support \
        --fallback-display-name "$name" --fallback-bundle-identifier "meantime.$name" \
        --output-path "$out/$name.doccarchive"
}

# Prints the page as the root of the documentation. A link to a folder in Sources leads to that module; documents that
# aren't rendered can't be linked to, so only their names are left.
page() {
    sed -E \
        -e $'1s/$/\\\n\\\n@Metadata {\\\n    @TechnologyRoot\\\n}/' \
        -e 's#\]\(\.\./Sources/([A-Za-z]+)[^)]*\)#](doc:/\1)#g' \
        -e 's#\[([^]]+)\]\([^):]+\.md\)#\1#g' \
        docs/libraries.md
}

archives=()
dependencies=()
for module in "${modules[@]}"; do
    symbols=$out/symbols/$module
    rm -rf "$symbols"
    mkdir -p "$symbols"
    cp .build/wasm/symbols/"$module"*.symbols.json "$symbols/"
    catalogue=Sources/$module/$module.docc
    if [ ! -d "$catalogue" ]; then catalogue=; fi
    convert "$module" "$catalogue" --additional-symbol-graph-dir "$symbols"
    archives+=("$out/$module.doccarchive")
    dependencies+=(--dependency "$out/$module.doccarchive")
done

rm -rf "$out/Libraries.docc" "$result"
mkdir "$out/Libraries.docc"
page >"$out/Libraries.docc/libraries.md"
convert Libraries "$out/Libraries.docc" "${dependencies[@]}"

"$docc" merge "$out/Libraries.doccarchive" "${archives[@]}" \
    --synthesized-landing-page-name Meantime --output-path "$result"
# docc's own first page only lists the modules.
echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/libraries/">' >"$result/index.html"
echo "docs: $result, docs/libraries.md and ${#modules[@]} modules"
