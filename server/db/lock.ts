/**
 * PGlite takes no lock on its folder, and two processes in one folder corrupt it silently. So whoever opens
 * it first owns this file. It is never taken from a living process; a dead one's file is taken over.
 */
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process works in the folder. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}`);
    this.pid = pid;
  }
}

type Owner = { pid: number; startedAt: string };

export type FolderLock = { release: () => void };

/** Locks a data folder for this process, or throws FolderInUse. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // It may have been there before, made with wider rights.
  chmodSync(folder, 0o700);
  const file = join(folder, 'lock');
  if (!create(file)) takeOver(folder, file);
  return { release: () => rmSync(file, { force: true }) };
}

/** Creates the file whole or not at all: a link fails when the name exists, and nobody sees half a file. */
function create(file: string): boolean {
  const part = `${file}.${process.pid}`;
  const owner: Owner = { pid: process.pid, startedAt: startOf(process.pid) };
  writeFileSync(part, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(part, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Only one process at a time may clear a dead owner's file, or two could each clear the other's new one. */
function takeOver(folder: string, file: string): void {
  refuseLiving(folder, file);
  const clearing = `${file}.clearing`;
  if (!create(clearing)) {
    refuseLiving(folder, clearing);
    rmSync(clearing, { force: true });
    if (!create(clearing)) throw new FolderInUse(folder, readOwner(clearing)?.pid ?? 0);
  }
  try {
    refuseLiving(folder, file);
    rmSync(file, { force: true });
    if (!create(file)) throw new FolderInUse(folder, readOwner(file)?.pid ?? 0);
  } finally {
    rmSync(clearing, { force: true });
  }
}

function refuseLiving(folder: string, file: string): void {
  const owner = readOwner(file);
  if (owner && isLiving(owner)) throw new FolderInUse(folder, owner.pid);
}

function readOwner(file: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return undefined;
    const startedAt = 'startedAt' in owner ? String(owner.startedAt) : '';
    return { pid: Number(owner.pid), startedAt };
  } catch (error) {
    // Gone meanwhile, or not ours to read as JSON: nobody who lives writes such a file.
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same process, not another one that got its number after a restart. */
function isLiving({ pid, startedAt }: Owner): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but somebody else's.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const started = startOf(pid);
  return started === '' || startedAt === '' || started === startedAt;
}

/** When a process started (field 22 of /proc/pid/stat, boot included); '' where the system does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks ? `${boot}:${ticks}` : '';
  } catch {
    // No /proc here (macOS, Windows): the pid alone must do.
    return '';
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
