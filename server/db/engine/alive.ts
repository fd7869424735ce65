/**
 * Tells whether any process of a folder's engine is alive. All of them inherit a listening socket, so others can connect to it until
 * the last process has ended. Process numbers are not enough: they are different in another container.
 */
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isHeard, shortPathTo } from './start-lock.ts';

const NAME = 'alive.sock';

/** The listening socket for a new engine. Call `close` once the engine has inherited it. */
export async function openAlive(folder: string): Promise<{ descriptor: number; close: () => void }> {
  const short = shortPathTo(folder);
  const made = join(short.folder, `${NAME}.new`);
  // A process that was killed at this place has left it.
  rmSync(made, { force: true });
  const server = createServer();
  await once(server.listen({ path: made, writableAll: true }), 'listening');
  // Node removes the original name when it closes the server.
  renameSync(made, join(short.folder, NAME));
  // `spawn` takes a descriptor only by number, and Node has no public way to get the number of a server.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const close = () => {
    server.close();
    short.remove();
  };
  return { descriptor: fd, close };
}

export async function isAnyAlive(folder: string): Promise<boolean> {
  const short = shortPathTo(folder);
  return isHeard(join(short.folder, NAME)).finally(short.remove);
}

/** Removes the socket of an engine that has ended: programs that copy the folder may fail on a socket. */
export async function removeAlive(folder: string): Promise<void> {
  const isHeld = await isAnyAlive(folder);
  if (!isHeld) rmSync(join(folder, NAME), { force: true });
}
