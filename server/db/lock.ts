/**
 * PGlite takes no lock on its folder, and two processes in one folder corrupt it silently. So the folder has one owner: the
 * process that made the file `lock.<n>` with the highest number. Who takes over from a dead one makes the next number, which
 * only one of several can. Process numbers are told to people and decide nothing: in another container they mean another
 * process. Whether an owner lives is said by its socket in the folder, or by the counter in its record (lock-owner.ts).
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type FolderSocket,
  isAlive,
  type Owner,
  openFolderSocket,
  parseOwner,
  probeSocket,
  readIfThere,
  systemBootId,
  systemStartOf,
} from './lock-owner.ts';
import { BEAT_MS, startWatchdog, type Timing, type Watchdog } from './watchdog.ts';

/** Another process works in the folder. */
export class FolderInUse extends Error {
  /** The number that the owner has in its own container, and the name of that; 0 and '' where its record is unreadable. */
  readonly pid: number;
  readonly host: string;

  constructor(folder: string, { pid, host }: Pick<Owner, 'pid' | 'host'>) {
    super(`${folder} is in use by process ${pid} on ${host}`);
    this.pid = pid;
    this.host = host;
  }
}

export type FolderLock = { watchdog: Watchdog; release: () => Promise<void> };

export type LockOptions = Partial<Timing> & {
  /** Which run of which machine this is; '' where the system does not tell. */
  bootId?: string;
  /** Is called when only the counter can tell, which takes three beats. */
  onWait?: (owner: Pick<Owner, 'pid' | 'host'>) => void;
};

const NOBODY = { pid: 0, host: '' };

/** Locks a data folder for this process, or throws FolderInUse. */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // It may have been there before, made with wider rights.
  chmodSync(folder, 0o700);
  const { bootId = systemBootId(), beatMs = BEAT_MS, onWait = () => undefined } = options;
  await refuseFormerVersion(folder);
  for (;;) {
    const last = findLastLock(folder);
    const lives = last && (await isAlive(folder, last, { bootId, beatMs, onWait }));
    if (lives) throw new FolderInUse(folder, parseOwner(last.text) ?? NOBODY);
    const claim = await prepareClaim(folder, (last?.generation ?? 0) + 1, bootId);
    try {
      if (tryTakeLock(folder, claim, last)) return await startKeepingLock(folder, claim, options);
    } catch (error) {
      await claim.discard();
      throw error;
    }
    await claim.discard();
  }
}

/**
 * The file of the versions before this lock. Their server listens to the command line as long as it lives. It is written here,
 * too, because they stay out of a folder while the process of this file lives: somebody may go back to one of them.
 */
const FORMER = 'lock';

async function refuseFormerVersion(folder: string): Promise<void> {
  const record = readIfThere(join(folder, FORMER));
  if (record === undefined || record.includes('"generation"')) return;
  if ((await probeSocket(folder, 'admin.sock')) !== 'alive') return;
  throw new FolderInUse(folder, { pid: Number(/"pid":(\d+)/.exec(record)?.[1] ?? 0), host: hostname() });
}

/** A lock's file: its number and what stands in it. */
type Lock = { generation: number; text: string };

const fileOf = (folder: string, generation: number) => join(folder, `lock.${generation}`);

/** The file of the owner; undefined where nobody has locked the folder, or everybody has released it. */
function findLastLock(folder: string): Lock | undefined {
  for (;;) {
    const generations = readdirSync(folder).flatMap(name => /^lock\.(\d+)$/.exec(name)?.[1] ?? []);
    if (generations.length === 0) return undefined;
    const generation = Math.max(...generations.map(Number));
    const text = readIfThere(fileOf(folder, generation));
    if (text !== undefined) return { generation, text };
  }
}

/** A record under a name of its own, whole, and its socket, which listens before anybody can read of it. */
type Claim = {
  generation: number;
  part: string;
  owner: Owner;
  socket: FolderSocket | undefined;
  discard: () => Promise<void>;
};

async function prepareClaim(folder: string, generation: number, bootId: string): Promise<Claim> {
  const id = randomUUID();
  const part = `${fileOf(folder, generation)}.${id}`;
  const socket = bootId === '' ? undefined : await openFolderSocket(folder, `lock.${generation}.${id}.sock`);
  const { name = '', inode = '' } = socket ?? {};
  const owner = { id, pid: process.pid, host: hostname(), bootId, socket: name, inode };
  const discard = async () => {
    rmSync(part, { force: true });
    await socket?.close();
  };
  try {
    writeFileSync(part, JSON.stringify({ ...owner, beat: '0'.repeat(12) }), { mode: 0o600 });
  } catch (error) {
    await discard();
    throw error;
  }
  return { generation, part, owner, socket, discard };
}

/** False where somebody was quicker, or the last owner has woken. */
function tryTakeLock(folder: string, { generation, part }: Claim, last: Lock | undefined): boolean {
  const file = fileOf(folder, generation);
  try {
    // It fails when the name exists, and nobody sees half a file.
    linkSync(part, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  // An owner that wakes writes its record first and then looks for this file: one of the two sees the other.
  const isLast = findLastLock(folder)?.generation === generation;
  const isUnchanged = last === undefined || readIfThere(fileOf(folder, last.generation)) === last.text;
  if (isLast && isUnchanged) return true;
  rmSync(file, { force: true });
  return false;
}

async function startKeepingLock(folder: string, claim: Claim, timing: Partial<Timing>): Promise<FolderLock> {
  const { generation, part, owner, socket } = claim;
  const file = fileOf(folder, generation);
  let opened: number | undefined;
  try {
    const descriptor = openSync(part, 'r+');
    opened = descriptor;
    rmSync(part);
    removeOlder(folder, generation);
    const forFormer = { pid: process.pid, startedAt: systemStartOf(owner.bootId), generation };
    writeFileSync(join(folder, FORMER), JSON.stringify(forFormer), { mode: 0o600 });
    const kept = { descriptor, file, next: fileOf(folder, generation + 1), owner };
    const watchdog = await startWatchdog(timing, kept);
    const release = async () => {
      // While the folder is ours: a successor writes its own.
      rmSync(join(folder, FORMER), { force: true });
      await watchdog.close();
      closeSync(descriptor);
      await socket?.close();
    };
    return { watchdog, release };
  } catch (error) {
    if (opened !== undefined) closeSync(opened);
    rmSync(file, { force: true });
    rmSync(join(folder, FORMER), { force: true });
    throw error;
  }
}

/** What dead owners have left. */
function removeOlder(folder: string, generation: number): void {
  for (const name of readdirSync(folder)) {
    const number = name === FORMER ? 0 : /^lock\.(\d+)(\.|$)/.exec(name)?.[1];
    if (number !== undefined && Number(number) < generation) rmSync(join(folder, name), { force: true });
  }
}
