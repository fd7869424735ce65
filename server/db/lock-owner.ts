/** Whether the owner of a locked folder lives. */
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What stands in a lock's file, besides the counter. */
export type Owner = {
  id: string;
  /** For people: the process's number in its own container, and the name of that. */
  pid: number;
  host: string;
  /** Which run of which machine it is; '' where the system does not tell. */
  bootId: string;
  /** The name of its socket in the folder, and `device:inode` of that; '' where there is none. */
  socket: string;
  inode: string;
};

/** The owner that a record tells of; undefined for what is none, for example after a power cut. */
export function parseOwner(text: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    return typeof owner === 'object' && owner !== null && 'id' in owner ? (owner as Owner) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text of a file that others may remove at any moment. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function systemBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // macOS, Windows: there the counter alone tells.
    return '';
  }
}

/** When this process began, as the versions before this lock write it; '' where the system does not tell. */
export function systemStartOf(bootId: string): string {
  if (bootId === '') return '';
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return `${bootId}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
}

/** A path of a folder's socket that is never too long for one (108 bytes), as long as the folder is open. */
const socketPath = (folder: number, name: string) => `/proc/self/fd/${folder}/${name}`;

function inodeOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

export type FolderSocket = { name: string; inode: string; close: () => Promise<void> };

/**
 * Listens, only to be connected to: the kernel lets others connect also while this process's loop stands still. Undefined
 * where the folder can hold no socket; then the counter alone tells.
 */
export async function openFolderSocket(folder: string, name: string): Promise<FolderSocket | undefined> {
  const descriptor = openSync(folder, 'r');
  const path = socketPath(descriptor, name);
  const server = createServer(socket => socket.destroy()).unref();
  try {
    await once(server.listen(path), 'listening');
  } catch {
    closeSync(descriptor);
    return undefined;
  }
  const close = async () => {
    // It removes the file, for which the folder must be open.
    await new Promise(resolve => server.close(resolve));
    closeSync(descriptor);
  };
  return { name, inode: inodeOf(path) ?? '', close };
}

type LivenessOptions = {
  bootId: string;
  beatMs: number;
  onWait: (owner: Pick<Owner, 'pid' | 'host'>) => void;
};

/** A beat is looked for so often. */
const LOOKS_PER_BEAT = 5;
const SILENT_BEATS = 3;

/**
 * Within one boot of one machine the kernel knows: whoever listens lives, suspended or not, in whatever container. Elsewhere
 * the record's counter must stand still for three beats. Looks are counted, not milliseconds: while this process is suspended
 * there are none.
 */
export async function isAlive(
  folder: string,
  { generation, text }: { generation: number; text: string },
  { bootId, beatMs, onWait }: LivenessOptions,
): Promise<boolean> {
  const owner = parseOwner(text);
  if (owner && bootId !== '' && owner.bootId === bootId && owner.socket !== '') {
    // Undefined: the socket was removed, or is another one (a copied folder).
    const answer = await probeSocket(folder, owner.socket, owner.inode);
    if (answer !== undefined) return answer === 'alive';
  }
  onWait(owner ?? { pid: 0, host: '' });
  const file = join(folder, `lock.${generation}`);
  for (let look = 0; look < SILENT_BEATS * LOOKS_PER_BEAT; look += 1) {
    await pause(beatMs / LOOKS_PER_BEAT);
    const now = readIfThere(file);
    // Released meanwhile: whoever would take it over finds that out.
    if (now === undefined) return false;
    if (now !== text) return true;
  }
  return false;
}

/** Whether somebody listens on a folder's socket, which must be that very file where `inode` says so. */
export async function probeSocket(
  folder: string,
  name: string,
  inode?: string,
): Promise<'alive' | 'dead' | undefined> {
  const descriptor = openSync(folder, 'r');
  try {
    const path = socketPath(descriptor, name);
    if (inode !== undefined && inodeOf(path) !== inode) return undefined;
    const socket = createConnection(path);
    try {
      await once(socket, 'connect');
      return 'alive';
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      // So many wait to be let in that there is no room for another one.
      if (code === 'EAGAIN') return 'alive';
      return code === 'ECONNREFUSED' ? 'dead' : undefined;
    } finally {
      socket.destroy();
    }
  } finally {
    closeSync(descriptor);
  }
}
