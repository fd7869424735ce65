/**
 * Whether any process of a folder's engine lives. Each of them inherits a listening socket from the first, so the kernel lets others
 * connect to it until the last one has ended. A process number would not do: in another container it is another process's.
 */
import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isHeard, shortWayTo } from './start-lock.ts';

const NAME = 'alive.sock';

/** The socket that a new engine is to inherit. `close` as soon as it has it. */
export async function openAlive(folder: string): Promise<{ descriptor: number; close: () => void }> {
  const short = shortWayTo(folder);
  const made = join(short.folder, `${NAME}.new`);
  const server = createServer();
  await once(server.listen({ path: made, writableAll: true }), 'listening');
  // Node removes the name that it listened by when it closes.
  renameSync(made, join(short.folder, NAME));
  // Node gives a child what is given by its number alone, and names that of a server nowhere else.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const close = () => {
    server.close();
    short.remove();
  };
  return { descriptor: fd, close };
}

export async function isAnyAlive(folder: string): Promise<boolean> {
  const short = shortWayTo(folder);
  return isHeard(join(short.folder, NAME)).finally(short.remove);
}

/** An engine that has ended leaves nothing that a copy of its folder would stumble over. */
export async function removeAlive(folder: string): Promise<void> {
  const isHeld = await isAnyAlive(folder);
  if (!isHeld) rmSync(join(folder, NAME), { force: true });
}
