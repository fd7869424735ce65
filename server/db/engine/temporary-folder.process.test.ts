import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it, vi } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'promo guard-'));
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  rmSync(place, { recursive: true, force: true });
});

const PROGRAM = `
import { temporaryFolder } from './server/db/engine/temporary-folder.ts';
console.log((await temporaryFolder(process.argv[1])).folder);
setInterval(() => undefined, 1000);`;

it('goes after SIGTERM to all and SIGKILL; a process that has the number of its engine lives on', async () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM, join(place, 'made-')];
  const maker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const other = spawn('sleep', ['600']);
  ends.push(
    () => maker.kill('SIGKILL'),
    () => other.kill(),
  );
  const [folder] = await once(createInterface({ input: maker.stdout }), 'line');
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${other.pid}\n`);
  for (const guard of childrenOf(maker.pid)) process.kill(guard, 'SIGTERM');
  maker.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 20_000 });
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}
