#!/usr/bin/env bash
# Copies the page to a folder for the server, with compressed siblings of every file that shrinks.
#
# There is no bundler: the server puts a hash of the whole folder into every address, so that
# browsers may keep the files for ever. core.wasm is put there by scripts/webassembly.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly out=$1
mkdir -p "$out"

# What a browser needs of Web/, one path a line.
sources() {
    (cd Web && find . -type f -not -path './tests/*' -not -path './types/*' \
        -not -name jsconfig.json -not -name '*.md' | sed 's|^\./||' | sort)
}

# Prints a file as it goes over the wire: of scripts without the lines that are comments only, which
# are a quarter of them. The lines stay, empty, so that an error names the line of the source.
shipped() {
    case $1 in
        *.js)
            awk '
                inside { print ""; if (/\*\//) inside = 0; next }
                /^[ \t]*\/\*\*[^\/]*$/ && !/\*\// { print ""; inside = 1; next }
                /^[ \t]*\/\*\*.*\*\/[ \t]*$/ { print ""; next }
                /^[ \t]*\/\/ / { print ""; next }
                { print }
            ' "$1"
            ;;
        *) cat "$1" ;;
    esac
}

# Writes one file, when it is not there or not the same; its compressed siblings are then stale.
copy() {
    shipped "Web/$1" | cmp -s - "$out/$1" && return
    mkdir -p "$out/$(dirname "$1")"
    shipped "Web/$1" >"$out/$1"
}

# Writes a file under its final name only when it is whole, for a server that is running meanwhile.
compress() {
    local file=$1
    if [ ! -f "$file.gz" ] || [ "$file" -nt "$file.gz" ]; then
        gzip -9 -n -c "$file" >"$file.part"
        mv "$file.part" "$file.gz"
    fi
    command -v brotli >/dev/null || return 0
    if [ ! -f "$file.br" ] || [ "$file" -nt "$file.br" ]; then
        brotli --best --force --output="$file.part" "$file"
        mv "$file.part" "$file.br"
    fi
}

# Removes what has no source any more, so that the folder is what a clean build makes.
remove_strangers() {
    local path original
    while read -r path; do
        original=${path%.gz}
        original=${original%.br}
        [ "$original" = core.wasm ] || [ -f "Web/$original" ] || rm -f "$out/$path"
    done < <(cd "$out" && find . -type f | sed 's|^\./||')
    find "$out" -type d -empty -delete
}

while read -r path; do copy "$path"; done < <(sources)
remove_strangers
# index.html is not among them: the server fills in the addresses of the others when it is asked.
while read -r file; do compress "$file"; done < <(
    find "$out" -type f \( -name '*.js' -o -name '*.css' -o -name '*.svg' -o -name '*.wasm' \
        -o -name '*.json' -o -name '*.webmanifest' \)
)
