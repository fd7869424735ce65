/**
 * A mutual exclusion between processes for starting and stopping a folder's engine. A process first listens on its own socket in the folder,
 * then tries to connect to the sockets of other processes. If two start at the same time, at least one of them sees the other. This
 * also works between containers, where process numbers are different.
 */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A socket's path has at most 103 bytes on every system; the longest name here takes 33 of them. */
const LONGEST_FOLDER = 70;

/** A way into a folder that is short enough for a socket; `remove` when nothing is to be opened by it any more. */
export function shortPathTo(folder: string): { folder: string; remove: () => void } {
  if (Buffer.byteLength(folder) <= LONGEST_FOLDER) return { folder, remove: () => undefined };
  const link = join(mkdtempSync(join(tmpdir(), 'promo-')), 'd');
  symlinkSync(folder, link);
  const remove = () => rmSync(join(link, '..'), { recursive: true, force: true });
  process.once('exit', remove);
  return {
    folder: link,
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}

const NAME = /^starting\.[\da-f]{12}\.sock$/;

/** Does `work` while no other process does the like in that folder. */
export async function withStartLock<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const short = shortPathTo(folder);
  try {
    for (;;) {
      const own = await listenIn(short.folder);
      try {
        const isAlone = !(await isAnotherAtWork(short.folder, own.name));
        // Who looked before this one listened has removed it.
        if (isAlone && existsSync(join(short.folder, own.name))) return await work();
      } finally {
        await own.close();
      }
      await pause(20 + Math.random() * 100);
    }
  } finally {
    short.remove();
  }
}

/** Listens in a folder as long as the process lives, by default as one that starts an engine. */
export async function listenIn(
  folder: string,
  name = `starting.${crypto.randomUUID().slice(-12)}.sock`,
): Promise<{ name: string; close: () => Promise<void> }> {
  const server: Server = createServer(socket => socket.destroy()).unref();
  // Who may enter the folder may ask: a server of another user than the one who gives a command as root.
  await once(server.listen({ path: join(folder, name), writableAll: true }), 'listening');
  // Closing removes the file.
  return { name, close: () => new Promise(resolve => server.close(() => resolve())) };
}

async function isAnotherAtWork(folder: string, own: string): Promise<boolean> {
  for (const name of readdirSync(folder)) {
    if (!NAME.test(name) || name === own) continue;
    const path = join(folder, name);
    if (await isHeard(path)) return true;
    rmSync(path, { force: true });
  }
  return false;
}

/** Whether somebody listens there. */
export async function isHeard(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // So many wait to be let in that there is no room for another one.
    if (code === 'EAGAIN') return true;
    if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET') return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
