/** A PostgreSQL of our own in a folder: made, started, looked for, ended. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '#kit/clock.ts';
import { openAlive } from './alive.ts';
import type { Binaries } from './binaries.ts';
import { localeOf } from './settings.ts';
import { type EngineUser, environmentOf, refuseNameless } from './user.ts';

/** The role that the app works as, and its database. It owns them, and may do nothing else in the cluster. */
export const ROLE = 'promo';

/** The one who made the cluster, for what a role like that may not. */
export const SUPERUSER = 'postgres';

/** Programs, and as whom they run. `folder`: the cluster's own. */
export type Cluster = { folder: string; binaries: Binaries; user: EngineUser | undefined };

/** PostgreSQL would not be made or started; the message is its own last word. */
export class EngineFailed extends Error {
  readonly folder: string;

  constructor(folder: string, message: string) {
    super(message);
    this.folder = folder;
  }

  /** Its log, where it came so far. */
  get log(): string | undefined {
    const file = join(this.folder, LOG);
    return existsSync(file) ? file : undefined;
  }
}

/** Others may look into the folder, and its file system does not let that be changed. PostgreSQL refuses to work there. */
export class FolderOpen extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} cannot be closed to others`);
    this.folder = folder;
  }
}

const LOG = 'server.log';
const PID_FILE = 'postmaster.pid';

const FIRST_STATEMENTS = `create role ${ROLE} login;\ncreate database ${ROLE} owner ${ROLE};\n`;

/** Makes a cluster with the app's role and database. One that was interrupted is made anew; a folder that is there is whole. */
export function makeCluster(cluster: Cluster): void {
  refuseNameless(cluster.user);
  const making = { ...cluster, folder: `${cluster.folder}.making` };
  const remove = () => rmSync(making.folder, { recursive: true, force: true });
  remove();
  try {
    makeHere(making);
  } catch (error) {
    remove();
    throw error;
  }
  renameSync(making.folder, cluster.folder);
  // After a power cut it must not have its old name again, under which it would be made anew.
  const parent = openSync(dirname(cluster.folder), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

function makeHere(cluster: Cluster): void {
  const { folder, binaries, user } = cluster;
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  refuseOpen(folder);
  const { path, descriptor } = handOver(cluster);
  try {
    const how = ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
    runToEnd(cluster, ['initdb', '-D', path, ...how, ...localeOf(binaries.major)], descriptor);
    runToEnd(
      cluster,
      ['postgres', '--single', '-c', 'exit_on_error=true', '-D', path, SUPERUSER],
      descriptor,
      FIRST_STATEMENTS,
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A folder that was copied may have come with another owner, or with wider rights. */
function makeOwn({ folder, user }: Cluster): void {
  if (user && statSync(folder).uid !== user.uid) {
    spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  }
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  refuseOpen(folder);
}

function refuseOpen(folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) throw new FolderOpen(folder);
}

/**
 * How a program is told of the folder. Another user may not be able to enter the folders above it, as of a clone in /root: it
 * gets the folder itself, open.
 */
function handOver({ folder, user }: Cluster): { path: string; descriptor: number | undefined } {
  if (!user || !existsSync('/proc/self/fd')) return { path: folder, descriptor: undefined };
  return { path: '/proc/self/fd/3', descriptor: openSync(folder, 'r') };
}

function runToEnd(
  { folder, binaries, user }: Cluster,
  [program = '', ...args]: readonly string[],
  descriptor: number | undefined,
  input = '',
): void {
  const ended = spawnSync(join(binaries.folder, program), args, {
    ...user,
    cwd: '/',
    env: environmentOf(),
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
  });
  if (ended.error) throw ended.error;
  if (ended.status !== 0) throw new EngineFailed(folder, lastWord(ended.stderr));
}

/** Starts it; resolves to its process once it listens, which is before it has recovered. */
export async function startCluster(cluster: Cluster, settings: readonly string[]): Promise<ChildProcess> {
  const { folder, binaries, user } = cluster;
  makeOwn(cluster);
  // Made anew: a link that another user has put there is not followed.
  rmSync(join(folder, LOG), { force: true });
  const log = openSync(join(folder, LOG), 'wx', 0o600);
  if (user) fchownSync(log, user.uid, user.gid);
  const { path, descriptor } = handOver(cluster);
  const alive = await openAlive(folder);
  const given = settings.flatMap(each => ['-c', each]);
  const child = spawn(join(binaries.folder, 'postgres'), ['-D', path, ...given], {
    ...user,
    cwd: '/',
    env: environmentOf(),
    // In a group of its own: Ctrl+C is for the server, which has answers to finish.
    detached: true,
    // The folder is the fourth, by whose number it is named.
    stdio: ['ignore', log, log, descriptor ?? 'ignore', alive.descriptor],
  });
  child.unref();
  for (const each of [log, descriptor]) if (each !== undefined) closeSync(each);
  await once(child, 'spawn').finally(alive.close);
  return child;
}

/** Less than this is left where a log could not be written. */
const NO_ROOM_BYTES = 64 * 1024;

/** What it said last of itself: why it ended. */
export function lastWordOf({ folder }: Cluster): string {
  if (!existsSync(folder)) return 'its folder is gone';
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < NO_ROOM_BYTES) return 'No space left on device';
  const file = join(folder, LOG);
  return existsSync(file) ? lastWord(readFileSync(file, 'utf8')) : '';
}

function lastWord(text: string): string {
  const lines = text.trim().split('\n');
  const reason = lines.findLast(line => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '').trim();
}

/** The process of a folder's engine by its own file; undefined where it is gone, or the number is another process's by now. */
export function processOf({ folder }: Pick<Cluster, 'folder'>): number | undefined {
  const file = join(folder, PID_FILE);
  const [line = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const pid = Number(line);
  return pid > 0 && worksIn(pid, folder) ? pid : undefined;
}

/** An engine works in its folder. Where the system does not say where a process works, its name must do. */
function worksIn(pid: number, folder: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch (error) {
    const isGone =
      existsSync('/proc/self') && error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return !isGone && nameOf(pid).endsWith('postgres');
  }
}

function nameOf(pid: number): string {
  const file = `/proc/${pid}/comm`;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Whether it was told to end, and waits for its sessions to go. */
export function isEnding({ folder }: Cluster): boolean {
  const file = join(folder, PID_FILE);
  return existsSync(file) && readFileSync(file, 'utf8').includes('\nstopping');
}

/** What a killed engine has left would keep the next from starting where its number is another process's by now. */
export function forgetFormer({ folder }: Cluster): void {
  rmSync(join(folder, PID_FILE), { force: true });
}

/** PostgreSQL's fast shutdown: sessions are ended, everything is written. */
export const FAST = 'SIGINT';
const IMMEDIATE = 'SIGQUIT';
const FAST_MAX_MS = 30 * SECOND_MS;
const LOOK_MS = 10;

/** Ends an engine; one that takes too long is ended without its last writes, which it makes when it is started again. */
export async function stopProcess({ folder }: Pick<Cluster, 'folder'>, pid: number): Promise<void> {
  const signals = [FAST, IMMEDIATE, 'SIGKILL'] as const;
  for (const signal of signals) {
    if (!worksIn(pid, folder)) return;
    if (!send(pid, signal)) return;
    for (const deadline = Date.now() + FAST_MAX_MS; Date.now() < deadline; await pause(LOOK_MS)) {
      if (!worksIn(pid, folder)) return;
    }
  }
}

/** Sends a signal; false if the process has ended or may not be signalled. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ESRCH', 'EPERM'].includes(String(error.code)))
      return false;
    throw error;
  }
}
