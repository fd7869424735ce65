/**
 * A data folder has one owner, whoever else can reach it. Owners are processes of their own. What needs a PID namespace is
 * told as skipped where none can be made (only root may, on Linux).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attacked } from '#tests/support/attacks.ts';
import { freePort, SERVER_PROGRAM } from '#tests/support/server-process.ts';
import { FolderInUse, type FolderLock, type LockOptions, lockFolder } from './lock.ts';
import { openEmbedded } from './open.ts';

/** Long enough for a busy machine: whoever is starved for three beats counts as dead. */
const QUICK = { beatMs: 1_000, lookMs: 200 };
const HERE = { ...QUICK, bootId: 'host A' };
const ELSEWHERE = { ...QUICK, bootId: 'host B' };
const NOBODY_TELLS = { ...QUICK, bootId: '' };

const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

function hasContainers(): boolean {
  try {
    execFileSync('unshare', [...CONTAINER.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('skipped: no PID namespace can be made here (unshare needs Linux and root)\n');
    return false;
  }
}
const inContainers = it.skipIf(!hasContainers());

let folder: string;
const children: ChildProcess[] = [];
const locks: FolderLock[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promo-lock-'));
});
afterEach(async () => {
  for (const { release } of locks.splice(0)) await release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** In this process, until the test has ended. */
async function lock(where: LockOptions, path = folder): Promise<FolderLock> {
  const held = await lockFolder(path, where);
  locks.push(held);
  return held;
}

type Elsewhere = { child: ChildProcess; said: string; next: () => Promise<string>; errors: () => string };

/** Another process that locks the folder, says so or by whom it is refused, and goes on with that. */
async function lockElsewhere(
  where: LockOptions = QUICK,
  { goOn = '', wrap = [] as readonly string[], path = folder } = {},
): Promise<Elsewhere> {
  const script = `
    import { lockFolder } from './server/db/lock.ts';
    import { openEmbedded } from './server/db/open.ts';
    try {
      const { watchdog } = await lockFolder(process.env.FOLDER, JSON.parse(process.env.OPTIONS));
      console.log('locked');
      setInterval(() => {}, 1000);
      ${goOn}
    } catch (error) { console.log('refused ' + error.pid); }`;
  const [program = '', ...args] = [
    ...wrap,
    ...[process.execPath, '--import', 'tsx', '--input-type=module', '-e', script],
  ];
  const child = spawn(program, args, {
    env: { ...process.env, FOLDER: path, OPTIONS: JSON.stringify(where) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', data => {
    errors += data;
  });
  const lines = child.stdout[Symbol.asyncIterator]();
  let text = '';
  const next = async () => {
    while (!text.includes('\n')) {
      const { value, done } = await lines.next();
      if (done) return `ended: ${errors}`;
      text += value;
    }
    const [line = '', ...rest] = text.split('\n');
    text = rest.join('\n');
    return line;
  };
  return { child, said: await next(), next, errors: () => errors };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Not its exit: in a container another process has its output.
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
}

const descriptors = () => readdirSync('/proc/self/fd').length;

const locksIn = (path: string) => readdirSync(path).filter(name => name.startsWith('lock'));

describe('on one machine', () => {
  it('a second process is refused and told of the first, also on a path that is too long for a socket', async () => {
    const path = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(path, { recursive: true });
    const { child, said } = await lockElsewhere(QUICK, { path });
    expect(said).toBe('locked');
    await expect(lockFolder(path)).rejects.toThrow(FolderInUse);
    expect((await lockElsewhere(QUICK, { path })).said).toBe(`refused ${child.pid}`);
  });

  it('a second lock of the same process is refused; what is released leaves nothing', async () => {
    const held = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await held.release();
    await (await lockFolder(folder)).release();
    expect(locksIn(folder)).toEqual([]);
  });

  it('a lock that cannot be kept leaves nothing: no file, no descriptor, no socket', async () => {
    const stuck = join(folder, 'lock.0.stuck');
    mkdirSync(stuck);
    const before = descriptors();
    await expect(lockFolder(folder, QUICK)).rejects.toThrow();
    expect({ locks: locksIn(folder), descriptors: descriptors() }).toEqual({
      locks: ['lock.0.stuck'],
      descriptors: before,
    });
    rmSync(stuck, { recursive: true });
    await lock(QUICK);
  });

  it('a server of the version before this lock is not robbed, and finds the file that it looks for', async () => {
    writeFileSync(join(folder, 'lock'), '{"pid":4711,"startedAt":"x"}');
    const former = createServer().listen(join(folder, 'admin.sock'));
    await once(former, 'listening');
    await expect(lockFolder(folder)).rejects.toMatchObject({ pid: 4711 });
    former.close();
    const held = await lockFolder(folder);
    const forFormer = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'));
    expect(forFormer).toMatchObject({ pid: process.pid, startedAt: expect.stringMatching(/^[\w-]+:\d+$/) });
    await held.release();
    expect(locksIn(folder)).toEqual([]);
  });

  it('an owner whose loop stands still, or that is suspended, stays the owner', async () => {
    const busy = await lockElsewhere(QUICK, { goOn: 'for (;;);' });
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    busy.child.kill('SIGSTOP');
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    attacked('suspended owner of a folder');
  });

  it('from one that was killed exactly one of several takes over, at once and without its leftovers', async () => {
    const { child } = await lockElsewhere();
    await kill(child);
    const others = await Promise.all([1, 2, 3].map(() => lockElsewhere()));
    expect(others.filter(({ said }) => said === 'locked')).toHaveLength(1);
    for (const other of others) await kill(other.child);
    let hasWaited = false;
    const onWait = () => {
      hasWaited = true;
    };
    await lock({ ...QUICK, onWait });
    // Its record, its socket, and the file for the version before this lock.
    expect([hasWaited, locksIn(folder).length]).toEqual([false, 3]);
    attacked('killed owner of a folder', 2);
  });

  it('of several that start at once in a new folder exactly one gets it', async () => {
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, QUICK)));
    const held = tried.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    for (const each of held) await each.release();
    expect(held).toHaveLength(1);
    expect(locksIn(folder)).toEqual([]);
  });

  it.each([
    ['a record that nobody finished', '{"id":'],
    [
      'a process that has nothing but the number of the owner',
      JSON.stringify({ id: 'x', pid: process.pid, host: 'here', bootId: 'host A', socket: '', inode: '' }),
    ],
  ])('%s is no living owner', async (_title, text) => {
    writeFileSync(join(folder, 'lock.7'), text);
    await lock(HERE);
    expect(locksIn(folder)).toContain('lock.8');
    attacked('number of a dead process used again');
  });

  it('a copied folder is nobody’s, and its original stays locked', async () => {
    const copy = join(folder, 'copy');
    const original = join(folder, 'original');
    await lock(HERE, original);
    // What copies a folder makes no socket, or one that nobody listens at.
    cpSync(original, copy, { recursive: true, filter: path => !path.endsWith('.sock') });
    await lock(HERE, copy);
    await expect(lockFolder(original, HERE)).rejects.toThrow(FolderInUse);
    attacked('copied folder');
  });
});

describe('in two containers (PID namespaces, for root on Linux), where process numbers mean nothing', () => {
  const inContainer = () => lockElsewhere(QUICK, { wrap: CONTAINER });

  inContainers('the second is refused; when the first was killed, another takes over at once', async () => {
    const first = await inContainer();
    expect(first.said).toBe('locked');
    // They have the same number, each in its own.
    expect((await inContainer()).said).toBe('refused 1');
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await kill(first.child);
    const beside = await Promise.all([inContainer(), inContainer()]);
    expect(beside.map(({ said }) => said).sort()).toEqual(['locked', 'refused 1']);
    attacked('containers on one folder', 4);
  });

  const program: string[] = JSON.parse(process.env[SERVER_PROGRAM] ?? '[]');

  /** A server that is the first process of a container. */
  async function startServer(...args: string[]) {
    const [command = '', ...rest] = [...CONTAINER, process.execPath, ...args];
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: folder };
    const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    const hear = (data: Buffer) => {
      output += data;
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    return { child, output: () => output };
  }

  const OPEN = 'Открыто:';

  inContainers(
    'as the first process of a container a server can end itself, and hears its signals',
    async () => {
      const { child, output } = await startServer('server/start.mjs');
      await expect.poll(output, { timeout: 110_000 }).toContain(OPEN);
      const [first = ''] = childrenOf(child.pid);
      const [server = ''] = childrenOf(Number(first));
      process.kill(Number(server), 'SIGKILL');
      expect(await once(child, 'exit')).toEqual([137, null]);
      const again = await startServer('server/start.mjs');
      await expect.poll(again.output, { timeout: 110_000 }).toContain(OPEN);
      const [init = ''] = childrenOf(again.child.pid);
      process.kill(Number(init), 'SIGTERM');
      expect(await once(again.child, 'exit')).toEqual([0, null]);
      expect(locksIn(folder)).toEqual([]);
    },
  );

  inContainers('a second server does not start, and says why', async () => {
    const first = await startServer(...program);
    await expect.poll(first.output, { timeout: 110_000 }).toContain(OPEN);
    const second = await startServer(...program);
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.output()).toMatch(/^Папка данных уже открыта другим сервером: .*pid 1 on /);
    attacked('containers on one folder', 2);
  });
});

/** The numbers of a process's children, as this container counts. */
function childrenOf(pid = 0): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** Every byte below a folder. */
function digestOf(path: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    hash.update(file);
    if (entry.isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Writes rows for ever, and says each that was acknowledged. */
const WRITE_ROWS = `
  const { db } = await openEmbedded(process.env.FOLDER + '/db', { mayWrite: watchdog.mayWrite });
  await db.execute('create table things (id int primary key)');
  for (let id = 1; ; id += 1) {
    await db.execute('insert into things values (' + id + ')');
    console.log(id);
    await new Promise(setImmediate);
  }`;

async function idsIn(path: string): Promise<number[]> {
  const { db, close } = await openEmbedded(path);
  const rows = await db.select({ id: sql<number>`id` }).from(sql`things`).orderBy(sql`id`);
  await close();
  return rows.map(({ id }) => id);
}

describe('on two machines, or where the system does not tell which', () => {
  it.each([ELSEWHERE, NOBODY_TELLS])(
    'a living owner is seen by its counter, while its loop stands still too (%o)',
    async where => {
      expect((await lockElsewhere(HERE, { goOn: 'for (;;);' })).said).toBe('locked');
      // The second time it is no longer the first beat that is seen.
      await expect(lockFolder(folder, where)).rejects.toThrow(FolderInUse);
      await expect(lockFolder(folder, where)).rejects.toThrow(FolderInUse);
      attacked('machines on one folder', 2);
    },
  );

  it('from one that was killed exactly one of several takes over', async () => {
    const { child } = await lockElsewhere(NOBODY_TELLS);
    await kill(child);
    const others = await Promise.all([HERE, ELSEWHERE, NOBODY_TELLS].map(where => lockElsewhere(where)));
    expect(others.filter(({ said }) => said === 'locked')).toHaveLength(1);
    attacked('machines on one folder', 3);
  });

  it('an owner that was suspended and lost its folder ends when it wakes, without writing a byte', async () => {
    const owner = await lockElsewhere(HERE, { goOn: WRITE_ROWS });
    let acknowledged = 0;
    while (acknowledged < 20) acknowledged = Number(await owner.next());
    const asleep = once(owner.child, 'exit');
    owner.child.kill('SIGSTOP');
    await lock(ELSEWHERE);
    const before = digestOf(join(folder, 'db'));
    owner.child.kill('SIGCONT');
    expect(await asleep).toEqual([null, 'SIGKILL']);
    expect(owner.errors()).toContain('"event":"lock.lost"');
    expect(digestOf(join(folder, 'db'))).toBe(before);
    const ids = await idsIn(join(folder, 'db'));
    expect(ids).toEqual(Array.from(ids, (_, at) => at + 1));
    expect(ids.length).toBeGreaterThanOrEqual(acknowledged);
    attacked('suspended owner of a folder');
  });

  it('one that was suspended as long and has lost nothing goes on', async () => {
    const owner = await lockElsewhere(HERE, { goOn: WRITE_ROWS });
    while (Number(await owner.next()) < 20);
    owner.child.kill('SIGSTOP');
    await new Promise(done => setTimeout(done, 3 * QUICK.beatMs));
    owner.child.kill('SIGCONT');
    // More than a pipe holds: these were written after it woke.
    const from = Number(await owner.next());
    let last = from;
    while (last < from + 2_000) last = Number(await owner.next());
    expect(last).toBe(from + 2_000);
    attacked('suspended owner of a folder');
  });
});
