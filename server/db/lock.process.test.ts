import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './lock.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promo-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that locks the folder, says so, and lives on. */
async function lockElsewhere(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { lockFolder } from './server/db/lock.ts';
    try { lockFolder(process.env.FOLDER); console.log('locked'); setInterval(() => {}, 1000); }
    catch (error) { console.log('refused ' + error.pid); }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

it('refuses a second process and names the first', async () => {
  const { child, said } = await lockElsewhere();
  expect(said).toBe('locked');
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect((await lockElsewhere()).said).toBe(`refused ${child.pid}`);
});

it('refuses a second lock of the same process', () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  lock.release();
  lockFolder(folder).release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

it('takes over from a process that was killed', async () => {
  const { child } = await lockElsewhere();
  await kill(child);
  lockFolder(folder).release();
});

it('lets exactly one of several take over', async () => {
  const { child } = await lockElsewhere();
  await kill(child);
  const said = (await Promise.all([1, 2, 3].map(lockElsewhere))).map(other => other.said);
  expect(said.filter(word => word === 'locked')).toHaveLength(1);
});

it('takes over from a living process that only has the number of the dead one', () => {
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'another boot:1' }));
  lockFolder(folder).release();
});

it('takes over a file that nobody finished writing', () => {
  writeFileSync(join(folder, 'lock'), '{"pid":');
  lockFolder(folder).release();
});
