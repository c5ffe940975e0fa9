#!/bin/sh
# Prints the folder for the temporary files of tests: in memory if it has room for them, otherwise the usual one.
#
# Tests make some hundred thousand files. On a disk, making a PostgreSQL database takes ten times the processor time.
set -eu

memory=/dev/shm
free_kib=$(df -Pk "$memory" 2>/dev/null | awk 'NR == 2 && $1 == "tmpfs" { print $4 }')
if [ "${free_kib:-0}" -ge $((4 * 1024 * 1024)) ] && [ -w "$memory" ]; then
    echo "$memory"
else
    echo "${TMPDIR:-/tmp}"
fi
