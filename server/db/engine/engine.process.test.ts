/** The server's own PostgreSQL: made, shared, lost in every way, and found again. What only root can try is not there for others. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { attacked } from '#tests/support/attacks.ts';
import { enginePid, killEngine } from '#tests/support/engine-of.ts';
import { itIf } from '#tests/support/firm-on-postgres.ts';
import type { LogEntry } from '../deps.ts';
import { type Engine, openEngine } from './engine.ts';
import { folderAside } from './temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = itIf(isRoot);
const onLinux = itIf(process.platform === 'linux');

const NAMELESS = { uid: 123_456, gid: 123_456 };
/** A clone below a closed folder is no place where such a user could run anything. */
const canRunNameless =
  isRoot &&
  spawnSync(process.execPath, ['-p', "require('fs').readFileSync('package.json')"], NAMELESS).status === 0;

/** A data folder whose engine was made and ended. */
const made = mkdtempSync(join(tmpdir(), 'promo-made-'));
beforeAll(async () => {
  await (await openEngine(made, { log: () => undefined })).close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

let root: string;
let dataDir: string;
let opened: Engine[];
let logged: LogEntry[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'promo-engine-'));
  dataDir = join(root, 'data');
  cpSync(made, dataDir, { recursive: true });
  opened = [];
  logged = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const engine of opened.splice(0)) await engine.close();
  await killEngine(dataDir);
  rmSync(root, { recursive: true, force: true });
});

async function open(folder = dataDir): Promise<Engine> {
  const engine = await openEngine(folder, { log: entry => logged.push(entry) });
  opened.push(engine);
  return engine;
}

async function close(engine: Engine): Promise<void> {
  opened = opened.filter(each => each !== engine);
  await engine.close();
}

/** Asks once, over a connection of its own. */
async function ask(engine: Engine, text: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: engine.url });
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows[0] ?? {})
    .finally(() => client.end());
}

const WAITING = { timeout: 60_000, interval: 20 };

/** Until it answers again. */
const untilBack = (engine: Engine) => vi.waitFor(() => ask(engine, 'select 1 as one'), WAITING);

/** Another process with an engine of that folder, in which it then does what `goOn` says. */
function elsewhere(
  goOn: string,
  { wrap = [] as readonly string[], uid = undefined as number | undefined } = {},
) {
  const script = `
    import { openEngine } from '#server/db/engine/engine.ts';
    const engine = await openEngine(process.env.FOLDER, { log: () => {} }).catch(error => {
      console.log(error.constructor.name);
      process.exit(2);
    });
    console.log('open');
    ${goOn}`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
  const [program = '', ...args] = [...wrap, ...node];
  const child = spawn(program, args, {
    env: { ...process.env, FOLDER: dataDir, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const said = once(child.stdout, 'data').then(([data]) => String(data).trim());
  return { child, said, exited: once(child, 'close').then(([code]) => code) };
}

const STAYS = 'setInterval(() => {}, 1000);';

it('is made for its user alone, without a port, with a role that owns its database and nothing else', async () => {
  rmSync(dataDir, { recursive: true });
  const engine = await open();
  const place = join(dataDir, 'postgres');
  for (const folder of [dataDir, place]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  const said = await ask(
    engine,
    `select current_user as role, lower('ЖЁ') as small, current_setting('fsync') as fsync,
    current_setting('listen_addresses') as port, (select rolsuper from pg_roles where rolname = current_user) as super,
    (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner`,
  );
  expect(said).toMatchObject({
    role: 'promo',
    owner: 'promo',
    small: 'жё',
    fsync: 'on',
    port: '',
    super: false,
  });
  await expect(ask(engine, `copy (select 1) to program 'true'`)).rejects.toThrow('permission denied');
  await close(engine);
  expect(enginePid(dataDir)).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

it('starts where a process was killed before the engine had its listening socket', async () => {
  writeFileSync(join(dataDir, 'postgres', 'alive.sock.new'), '');
  expect(await ask(await open(), 'select 1 as one')).toEqual({ one: 1 });
});

it('is found under a path that is too long for a socket', async () => {
  const long = join(dataDir, 'x'.repeat(80), 'y'.repeat(80));
  cpSync(made, long, { recursive: true });
  const engine = await open(long);
  expect(await ask(engine, 'select 1 as one')).toEqual({ one: 1 });
});

it('is started once by many who come at once, and ended by the last of them', async () => {
  const engines = await Promise.all([open(), open(), open(), open()]);
  const pid = enginePid(dataDir);
  const [last = expect.fail('none'), ...others] = engines;
  expect(await last.others()).toBe(3);
  await Promise.all(others.map(close));
  expect([await last.others(), enginePid(dataDir)]).toEqual([0, pid]);
  await close(last);
  expect(enginePid(dataDir)).toBeUndefined();
});

it('comes back by itself when it was killed, with all that was committed', async () => {
  const [one, other] = [await open(), await open()];
  await ask(one, 'create table kept (id int)');
  for (let id = 1; id <= 5; id += 1) {
    await ask(one, `insert into kept values (${id})`);
    await killEngine(dataDir);
    await Promise.all([untilBack(one), untilBack(other)]);
    expect(await ask(other, 'select count(*)::int as rows from kept')).toEqual({ rows: id });
    attacked('killed engine');
  }
  expect(new Set(logged.map(({ event }) => event))).toEqual(new Set(['engine.lost', 'engine.back']));
});

it('lives through the death of one of its processes, as of one that the system had no memory for', async () => {
  const engine = await open();
  const client = new Client({ connectionString: engine.url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await new Promise(done => client.once('end', done));
  await untilBack(engine);
  expect(await vi.waitFor(() => engine.others(), WAITING)).toBe(0);
  attacked('killed backend');
});

onLinux('that has lost its socket is ended by the next who comes, and started with one', async () => {
  const engine = await open();
  const before = enginePid(dataDir);
  rmSync(join(dataDir, 'postgres', '.s.PGSQL.5432'));
  const next = await open();
  await untilBack(engine);
  expect(enginePid(dataDir)).not.toBe(before);
  await vi.waitFor(async () => expect(await next.others()).toBe(1), WAITING);
  attacked('lost socket');
});

onLinux('starts although its file names a process that is another by now', async () => {
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.ppid}\n${dataDir}/postgres\n`);
  const engine = await open();
  expect(await ask(engine, 'select 1 as one')).toEqual({ one: 1 });
});

it('that is suspended is waited for, not started a second time', async () => {
  const engine = await open();
  const pid = enginePid(dataDir) ?? expect.fail('no engine');
  process.kill(pid, 'SIGSTOP');
  const second = open();
  await expect(Promise.race([second, new Promise(done => setTimeout(done, 500, 'waits'))])).resolves.toBe(
    'waits',
  );
  process.kill(pid, 'SIGCONT');
  await second;
  expect([enginePid(dataDir), await engine.others()]).toEqual([pid, 1]);
  attacked('suspended engine');
});

it('is taken over from a process that was killed, and ended with one that exits in the middle', async () => {
  const { child, said } = elsewhere(STAYS);
  expect(await said).toBe('open');
  const pid = enginePid(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const engine = await open();
  expect([enginePid(dataDir), await engine.others()]).toEqual([pid, 0]);
  await close(engine);
  expect(enginePid(dataDir)).toBeUndefined();
  expect(await elsewhere('process.exit(3);').exited).toBe(3);
  await vi.waitFor(() => expect(enginePid(dataDir)).toBeUndefined(), WAITING);
});

it('is not begun anew by a server whose folder has gone away, and comes back with it', async () => {
  const engine = await open();
  await ask(engine, 'create table kept (id int)');
  const place = join(dataDir, 'postgres');
  renameSync(place, join(root, 'away'));
  process.kill(Number(readFileSync(join(root, 'away', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  const hasFailed = () => expect(logged).toContainEqual(expect.objectContaining({ event: 'engine.failed' }));
  await vi.waitFor(hasFailed, WAITING);
  expect(existsSync(place)).toBe(false);
  renameSync(join(root, 'away'), place);
  await untilBack(engine);
  expect(await ask(engine, 'select count(*)::int as rows from kept')).toEqual({ rows: 0 });
});

it('is made anew where its making was interrupted', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres.making', 'base'), { recursive: true });
  await open();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

it('removes what a restore has left beside it, and leaves what another process is filling', async () => {
  mkdirSync(join(dataDir, 'importing-aBc123', 'new'), { recursive: true });
  const used = await folderAside(dataDir);
  expect(readdirSync(dataDir).sort()).toEqual([basename(used.folder), 'postgres']);
  mkdirSync(join(dataDir, 'importing-aBc123'));
  await open();
  expect(readdirSync(dataDir).sort()).toEqual([basename(used.folder), 'postgres']);
  await used.remove();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

itIf(canRunNameless)('is opened by a user beside what root has left there', async () => {
  const { uid } = NAMELESS;
  mkdirSync(join(dataDir, 'importing-aBc123'), { mode: 0o700 });
  spawnSync('chown', ['-R', `${uid}:${uid}`, dataDir]);
  spawnSync('chown', ['0:0', join(dataDir, 'importing-aBc123')]);
  chmodSync(root, 0o777);
  const { said, exited } = elsewhere('await engine.close();', { uid });
  expect([await said, await exited]).toEqual(['open', 0]);
  expect(readdirSync(dataDir).sort()).toEqual(['importing-aBc123', 'postgres']);
});

/** As Docker starts two containers on one volume: no process of one is seen by the other. */
const CONTAINER = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const hasContainers = spawnSync('unshare', [...CONTAINER.slice(1), 'true']).status === 0;

itIf(hasContainers)('is shared by two containers on one volume, whichever ends first', async () => {
  const engine = await open();
  const pid = enginePid(dataDir);
  const guest = elsewhere(STAYS, { wrap: CONTAINER });
  expect(await guest.said).toBe('open');
  expect([enginePid(dataDir), await engine.others()]).toEqual([pid, 1]);
  await close(engine);
  expect(enginePid(dataDir)).toBe(pid);
  const again = await open();
  expect(await again.others()).toBe(1);
  guest.child.kill('SIGKILL');
  await guest.exited;
  await vi.waitFor(async () => expect(await again.others()).toBe(0), WAITING);
  attacked('two containers');
});

itIf(hasContainers)(
  'that has lost its socket is not started a second time from another container',
  async () => {
    const guest = elsewhere(STAYS, { wrap: CONTAINER });
    expect(await guest.said).toBe('open');
    const before = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    rmSync(join(dataDir, 'postgres', '.s.PGSQL.5432'));
    await expect(open()).rejects.toThrow('another engine works here');
    expect(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).toBe(before);
    guest.child.kill('SIGKILL');
    await guest.exited;
    const engine = await open();
    expect(await ask(engine, 'select 1 as one')).toEqual({ one: 1 });
    attacked('two containers');
  },
);

it('that was told to end comes back, although its sessions would keep it for ever', async () => {
  const engine = await open();
  const before = enginePid(dataDir) ?? expect.fail('no engine');
  process.kill(before, 'SIGTERM');
  await vi.waitFor(() => expect(enginePid(dataDir)).not.toBe(before), WAITING);
  await untilBack(engine);
  attacked('ended engine');
});

it.each([
  ['PGPORT', '5433'],
  ['PGHOST', '127.0.0.1'],
  ['PGSSLMODE', 'verify-full'],
  ['PGSSLNEGOTIATION', 'direct'],
  ['PGOPTIONS', '-c search_path=nowhere'],
  ['PGUSER', 'nobody'],
  ['PGDATABASE', 'nothing'],
])('is reached whatever %s says', async (name, value) => {
  vi.stubEnv(name, value);
  const engine = await open();
  expect(await ask(engine, 'select current_user as role, current_schema() as schema')).toEqual({
    role: 'promo',
    schema: 'public',
  });
});

asRoot('runs as another user below a folder that this user cannot enter', async () => {
  chmodSync(root, 0o700);
  const engine = await open();
  const pid = enginePid(dataDir) ?? expect.fail('no engine');
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  expect(uid).not.toBe(0);
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
  expect(await ask(engine, 'select 1 as one')).toEqual({ one: 1 });
});

asRoot('starts on a folder that root has copied, with wider rights', async () => {
  chmodSync(join(dataDir, 'postgres'), 0o755);
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  const engine = await open();
  expect(await ask(engine, 'select 1 as one')).toEqual({ one: 1 });
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});

/** As Docker starts root: without a look at processes of other users. */
const WITHOUT_PTRACE = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
const canDropRights = isRoot && spawnSync('setpriv', [...WITHOUT_PTRACE.slice(1), 'true']).status === 0;

itIf(canDropRights)(
  'is taken over and ended by a root process that may not look at processes of others',
  async () => {
    const { child, said } = elsewhere(STAYS, { wrap: WITHOUT_PTRACE });
    expect(await said).toBe('open');
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(enginePid(dataDir)).toBeDefined();
    const next = elsewhere('await engine.close();', { wrap: WITHOUT_PTRACE });
    expect([await next.said, await next.exited]).toEqual(['open', 0]);
    expect(enginePid(dataDir)).toBeUndefined();
  },
);

itIf(canRunNameless)('is not begun for a user without a name: nothing is written', async () => {
  rmSync(dataDir, { recursive: true });
  chmodSync(root, 0o777);
  const { said, exited } = elsewhere(STAYS, { uid: NAMELESS.uid });
  expect([await said, await exited]).toEqual(['NamelessUser', 2]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});
