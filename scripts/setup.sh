#!/usr/bin/env bash
# Installs what this machine lacks, and says what it installs.
#
#   scripts/setup.sh serve   for building and serving
#   scripts/setup.sh all     for the tests, too
#   scripts/setup.sh package   for building the Debian package and testing it; without the other tests
#   scripts/setup.sh peers   for the benchmarks, too
#   scripts/setup.sh cluster   for several servers behind a balancer, too
#   scripts/setup.sh programs   for driving other people's calendar programs, too
#
# Must run in bash 3.2, which is what macOS has.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly scope=${1:-all}
readonly swift_version_min=6.3

# Whether a Debian package is installed.
installed() { dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Whether any of these commands is on the PATH.
command_found() {
    local name
    for name in "$@"; do command -v "$name" >/dev/null && return 0; done
    return 1
}

# Prints the newest package with clang's builtins for wasm32 (128-bit arithmetic); its name has clang's version.
builtins_package() {
    apt-cache search --names-only '^libclang-rt-([0-9]+-)?dev-wasm32$' |
        cut -d ' ' -f 1 | sort -V | tail -n 1
}

sqlite_found() { installed libsqlite3-dev || [ -f /usr/include/sqlite3.h ]; }
expat_found() { installed libexpat1-dev || [ -f /usr/include/expat.h ]; }
postgresql_found() { installed libpq-dev || [ -f /usr/include/postgresql/libpq-fe.h ] || [ -f /usr/include/libpq-fe.h ]; }
postgresql_server_found() { command_found initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
curl_found() { installed libcurl4-openssl-dev || ls /usr/include/curl/curl.h /usr/include/*/curl/curl.h >/dev/null 2>&1; }
qrencode_found() { installed libqrencode-dev || [ -f /usr/include/qrencode.h ]; }
zlib_found() { installed zlib1g-dev || [ -f /usr/include/zlib.h ]; }
builtins_found() { scripts/find-wasm-library.sh libclang_rt.builtins-wasm32.a >/dev/null 2>&1; }
libc_found() { scripts/find-wasm-library.sh libc.a >/dev/null 2>&1; }

check_swift() {
    if ! command_found swift; then
        echo "Meantime needs Swift $swift_version_min or later, and there is no 'swift' on the PATH." >&2
        echo "Install it from https://www.swift.org/install/ and run this again." >&2
        exit 1
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
    if [ "$(printf '%s\n' "$swift_version_min" "$version" | sort -V | head -n 1)" != "$swift_version_min" ]; then
        echo "Meantime needs Swift $swift_version_min or later; this machine has ${version:-an unknown version}." >&2
        echo "Install a newer one from https://www.swift.org/install/ and run this again." >&2
        exit 1
    fi
}

# Prints the Debian packages that are missing, one per line.
missing_packages() {
    sqlite_found || echo libsqlite3-dev
    zlib_found || echo zlib1g-dev
    expat_found || echo libexpat1-dev
    qrencode_found || echo libqrencode-dev
    postgresql_found || echo libpq-dev
    curl_found || echo libcurl4-openssl-dev
    [ -d /usr/share/zoneinfo ] || echo tzdata
    command_found python3 || echo python3
    command_found esbuild || echo esbuild
    command_found brotli || echo brotli
    libc_found || echo wasi-libc
    builtins_found || echo builtins
    [ "$scope" != serve ] || return 0
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    if [ "$scope" = package ]; then
        command_found dpkg-shlibdeps || echo dpkg-dev
        command_found lintian || echo lintian
        command_found debootstrap || echo debootstrap
        command_found systemd-analyze || echo systemd
        command_found nsenter || echo util-linux
        command_found curl || echo curl
        return 0
    fi
    postgresql_server_found || echo postgresql
    command_found node || echo nodejs
    command_found tsc || echo node-typescript
    command_found chromium chromium-browser google-chrome || echo chromium
    command_found WebKitWebDriver || echo webkit2gtk-driver
    command_found xvfb-run || printf '%s\n' xvfb xauth
    # Reverse proxies, whose configurations in packaging/ are tested.
    [ -x /usr/sbin/nginx ] || command_found nginx || echo nginx
    command_found caddy || echo caddy
    command_found openssl || echo openssl
    if [ "$scope" = peers ]; then
        command_found pkg-config || echo pkg-config
        [ -f /usr/include/libical/ical.h ] || echo libical-dev
    fi
    [ "$scope" != cluster ] || command_found haproxy || [ -x /usr/sbin/haproxy ] || echo haproxy
    if [ "$scope" = programs ]; then
        command_found thunderbird || echo thunderbird
        command_found dbus-run-session || echo dbus
        local name
        for name in evolution-data-server gir1.2-ecal-2.0 gir1.2-edataserver-1.2 python3-gi; do
            installed "$name" || echo "$name"
        done
    fi
    # Fonts for the screenshots in docs/screens. Other systems can do without them.
    command_found apt-get || return 0
    installed fonts-noto-core || echo fonts-noto-core
    installed fonts-noto-color-emoji || echo fonts-noto-color-emoji
}

# Prints the missing Debian packages that only make the tests faster.
optional_packages() {
    [ "$scope" != serve ] && [ "$scope" != package ] || return 0
    # Headless Chromium opens a page at a third of the cost.
    command_found chromium-headless-shell chrome-headless-shell || echo chromium-headless-shell
}

# Runs a command as root.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

is_debian_with_root() { command_found apt-get && { [ "$(id -u)" = 0 ] || command_found sudo; }; }

install_packages() {
    local missing=("$@")
    if ! command_found apt-get; then
        echo "This is not a Debian or Ubuntu system. Please install what these packages contain:" >&2
        printf '  %s\n' "${missing[@]/builtins/compiler-rt builtins for wasm32 (libclang_rt.builtins-wasm32.a)}" >&2
        exit 1
    fi
    if [ "$(id -u)" != 0 ] && ! command_found sudo; then
        echo "These packages are missing, and this account is not root and has no sudo: ${missing[*]}" >&2
        exit 1
    fi
    echo "Installing with apt-get: ${missing[*]/builtins/libclang-rt-dev-wasm32}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]/builtins/$(builtins_package)}"
    stop_services "${missing[@]}"
}

# Stops the proxies that were just installed: Debian starts them, and the tests start their own.
stop_services() {
    [ -d /run/systemd/system ] || return 0
    local name
    for name in "$@"; do
        case $name in nginx | caddy | haproxy | postgresql) as_root systemctl disable --now --quiet "$name" ;; esac
    done
}

# Installs optional packages; if that fails, says what it means for the tests and goes on.
install_optional() {
    is_debian_with_root || return 0
    echo "Installing with apt-get: $*"
    as_root apt-get update -qq &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" ||
        echo "Not available: $*. The browser tests use Chromium itself, and take longer."
}

# Installs the Python packages of a requirements file into a virtual environment, unless it has them.
install_python() {
    local environment=$1 requirements=$2
    if cmp -s "$requirements" "$environment/requirements.txt"; then return; fi
    echo "Installing with pip, into $environment: $(grep -v '^#' "$requirements" | tr '\n' ' ')"
    python3 -m venv --clear "$environment"
    "$environment/bin/pip" install --quiet --requirement "$requirements"
    cp "$requirements" "$environment/requirements.txt"
}

# Unpacks the source packages that a file names, for the tests that are in them, unless that is done.
unpack_sources() {
    local environment=$1 folder=$2 names=$3 archive
    if cmp -s "$names" "$folder/sources.txt"; then return; fi
    echo "Downloading the sources, into $folder: $(sed -n 's/^\([a-z]*==[^ ]*\).*/\1/p' "$names" | tr '\n' ' ')"
    rm -rf "$folder"
    mkdir -p "$folder"
    "$environment/bin/pip" download --quiet --no-deps --dest "$folder" --requirement "$names"
    for archive in "$folder"/*.tar.gz; do tar -xzf "$archive" --no-same-owner -C "$folder"; done
    cp "$names" "$folder/sources.txt"
}

check_swift
missing=()
while IFS= read -r package; do missing+=("$package"); done < <(missing_packages)
[ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
optional=$(optional_packages)
[ -z "$optional" ] || install_optional "$optional"
[ "$scope" = serve ] || install_python .build/interop Tests/Interop/requirements.txt
if [ "$scope" != serve ] && [ "$scope" != package ]; then
    install_python .build/venv Tests/Browser/requirements.txt
    unpack_sources .build/interop .build/interop-sources Tests/Interop/sources.txt
    install_python .build/other-services Tests/Interop/other-services.txt
fi
[ "$scope" != peers ] || install_python .build/peers Benchmarks/requirements.txt
echo "Set-up: nothing left to install."
