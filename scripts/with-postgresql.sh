#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, which is thrown away afterwards.
#
#   scripts/with-postgresql.sh swift test
#
# The command finds its address in TEST_POSTGRESQL, and its programs in PATH. Without the programs of PostgreSQL, it runs
# without.
set -euo pipefail

# Prints the newest folder with the server's programs.
programs() {
    local folder
    for folder in $(ls -d /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin 2>/dev/null | sort -rV); do
        [ ! -x "$folder/initdb" ] || { echo "$folder"; return; }
    done
    ! command -v initdb >/dev/null || dirname "$(command -v initdb)"
}

# Runs a program as somebody other than root, whom the server refuses.
as_server() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

bin=$(programs)
if [ -z "$bin" ]; then
    echo 'There is no PostgreSQL on this machine (Debian: apt-get install postgresql): nothing is tested with it.' >&2
    exec "$@"
fi
# Tests that kill servers, or measure them, want the disk that users have.
if [ "${TEST_FSYNC:-off}" = on ]; then place=/tmp; else place=$("$(dirname "$0")/temporary-folder.sh"); fi
folder=$(mktemp -d "$place/meantime-postgresql.XXXXXX")
[ "$(id -u)" != 0 ] || chown postgres "$folder"
cd_back=$PWD
cd "$folder"

stop() {
    as_server "$bin/pg_ctl" --pgdata="$folder/data" --mode=immediate --silent stop >/dev/null 2>&1 || true
    cd "$cd_back"
    rm -rf "$folder"
}
trap stop EXIT

as_server "$bin/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
# Nothing here has to survive a power failure, unless a test says so. And nothing is counted in between: the tests of
# statements' plans would then depend on when that was.
as_server "$bin/pg_ctl" --pgdata="$folder/data" --log="$folder/log" --silent --wait \
    --options="-c listen_addresses='' -c unix_socket_directories=$folder -c fsync=${TEST_FSYNC:-off} -c autovacuum=${TEST_FSYNC:-off} -c max_connections=700 -c shared_buffers=128MB" \
    start >/dev/null
as_server "$bin/psql" --quiet --host="$folder" --username=postgres --dbname=postgres <<'SQL'
CREATE ROLE meantime_owner NOLOGIN;
CREATE ROLE meantime LOGIN NOINHERIT CREATEDB;
CREATE ROLE meantime_heir LOGIN INHERIT;
CREATE ROLE meantime_stranger LOGIN;
GRANT meantime_owner TO meantime, meantime_heir;
SQL
cd "$cd_back"
status=0
TEST_POSTGRESQL="postgres://meantime@/postgres?host=$folder" PATH="$PATH:$bin" "$@" || status=$?
exit "$status"
