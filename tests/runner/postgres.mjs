import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.mjs';

/** A cluster for tests only: durability is what makes it slow, and nothing here outlives the run. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

const START_MS = 30_000;

/** It is stopped by whoever started it: a long soak must not lose it. */
const LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Starts a PostgreSQL of our own in a temporary folder, on a free port of the loopback. `settings` as in its own file,
 * beside those for tests; a benchmark has others instead of these. A folder that is named is kept: what is in it is there again.
 */
export async function startPostgres(bin, settings = [], usual = QUICK, kept = undefined) {
  if (kept) mkdirSync(kept, { recursive: true });
  const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), 'promo-postgres-'));
  const owner = await unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const tool = (name, args, more = {}) =>
    run(join(bin, name), args, { LC_ALL: 'C.UTF-8' }, { cwd: folder, ...owner, ...more });

  const data = join(folder, 'data');
  if (!existsSync(data)) await makeCluster(tool, data);

  const port = await freePort();
  const options = [...usual, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap(
    each => ['-c', each],
  );
  const begin = () => tool('postgres', ['-D', data, '-p', String(port), ...options], { patienceMs: LIFE_MS });
  let running = begin();
  const query = sql =>
    tool('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-At', '-c', sql]);
  await untilReady(query, running);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async halt(mode) {
      await tool('pg_ctl', ['-D', data, '-m', mode, 'stop']);
      await running;
    },
    async resume() {
      running = begin();
      await untilReady(query, running);
    },
    async stop() {
      await tool('pg_ctl', ['-D', data, '-m', kept ? 'fast' : 'immediate', 'stop']);
      await running;
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Made aside and moved when whole: whoever is killed meanwhile leaves no half of one. */
async function makeCluster(tool, data) {
  const making = `${data}.making`;
  rmSync(making, { recursive: true, force: true });
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  const made = await tool('initdb', ['-D', making, ...options]);
  if (made.code !== 0) throw new Error(`initdb failed:\n${made.output}`);
  renameSync(making, data);
}

/** PostgreSQL refuses to run as root: its own user, or nobody. */
async function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(flag => run('id', [flag, name])));
    if (uid.code === 0 && gid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new Error('There is no user "postgres" or "nobody" to run PostgreSQL as');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(query, running) {
  const ended = running.then(({ output }) => `PostgreSQL ended at once:\n${output}`);
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    const trouble = await Promise.race([
      ended,
      query('select 1').then(({ code }) => (code === 0 ? 'ready' : undefined)),
    ]);
    if (trouble === 'ready') return;
    if (trouble) throw new Error(trouble);
    await pause(100);
  }
  throw new Error(`PostgreSQL was not ready after ${START_MS / 1000} s`);
}
