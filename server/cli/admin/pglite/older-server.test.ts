import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOlderServerAlive } from './older-server.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'promo-older-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** What happens while its counter is watched. */
const never = () => Promise.reject(new Error('there was no need to wait'));

async function listenOn(name: string): Promise<Server> {
  const server = createServer().listen(join(dataDir, name));
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

const lock = (bootId: string, beat = 0) =>
  JSON.stringify({ id: 'x', pid: 1, host: 'h', bootId, socket: 'lock.1.x.sock', inode: '1:2', beat });

it('a folder that was released has no server', async () => {
  expect(await isOlderServerAlive(dataDir, never)).toBe(false);
});

it.each(['admin.sock', 'lock.7.09a4886f.sock'])('who listens on %s lives', async name => {
  const server = await listenOn(name);
  expect(await isOlderServerAlive(dataDir, never)).toBe(true);
  await close(server);
});

it('a server that was killed on this machine is known to be dead at once', async () => {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  writeFileSync(join(dataDir, 'lock.2'), lock(bootId));
  expect(await isOlderServerAlive(dataDir, never)).toBe(false);
});

it.each([
  [
    'of another machine that counts on',
    async () => writeFileSync(join(dataDir, 'lock.12'), lock('other', 1)),
    true,
  ],
  ['of another machine that stands still', async () => undefined, false],
])('a server %s', async (_, meanwhile, lives) => {
  writeFileSync(join(dataDir, 'lock.3'), lock('other'));
  writeFileSync(join(dataDir, 'lock.12'), lock('other'));
  expect(await isOlderServerAlive(dataDir, meanwhile)).toBe(lives);
});
