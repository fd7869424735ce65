/** Whether a server of the versions with PGlite works in a data folder. Two engines on one PGlite folder corrupt it. */
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

/** Its process listens on one of these as long as it lives: the command line's socket, and its lock's. */
const SOCKET = /^(admin|lock\..+)\.sock$/;

/** Its lock, in which it counts every five seconds. */
const LOCK = /^lock\.(\d+)$/;

/** Three of its beats, and a little. */
const WATCHED_MS = 16_000;

/** `pause`: how the time passes in which its counter is watched; it is told when that begins. */
export async function isOlderServerAlive(
  dataDir: string,
  pause: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (const name of readdirSync(dataDir).filter(each => SOCKET.test(each))) {
    if (await isListening(dataDir, name)) return true;
  }
  const lock = readLastLock(dataDir);
  if (lock === undefined || isOfThisBoot(lock)) return false;
  // Another machine's, or of a system without such sockets: only the counter tells.
  await pause(WATCHED_MS);
  return readLastLock(dataDir) !== lock;
}

function readLastLock(dataDir: string): string | undefined {
  const numbers = readdirSync(dataDir).flatMap(name => LOCK.exec(name)?.[1] ?? []);
  if (numbers.length === 0) return undefined;
  return readFileSync(join(dataDir, `lock.${Math.max(...numbers.map(Number))}`), 'utf8');
}

/** Its socket was asked above. */
function isOfThisBoot(lock: string): boolean {
  const id = /"bootId":"([^"]+)"/.exec(lock)?.[1];
  const socket = /"socket":"([^"]+)"/.exec(lock)?.[1];
  return process.platform === 'linux' && socket !== undefined && id === readBootId();
}

function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

async function isListening(folder: string, name: string): Promise<boolean> {
  const descriptor = openSync(folder, 'r');
  // By way of the descriptor no path is too long for a socket.
  const path = process.platform === 'linux' ? `/proc/self/fd/${descriptor}/${name}` : join(folder, name);
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // So many wait to be let in that there is no room for another one.
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
  } finally {
    socket.destroy();
    closeSync(descriptor);
  }
}
