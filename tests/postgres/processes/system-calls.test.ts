/** The unit ends the server at a system call that its filter does not allow; V8 makes others in each version of Node. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs } from '#tests/support/ask-server.ts';
import { type BuiltServer, buildServer } from '#tests/support/built-server.ts';
import { type EmptyDatabase, itIf, makeDatabase } from '#tests/support/firm-on-postgres.ts';
import { freePort, launchServer } from '#tests/support/server-process.ts';

const UNIT = readFileSync('server/deploy/promo-field@.service', 'utf8');

/** Of npm's packages that hold nothing but Node. */
const VERSIONS = ['20.20.2', '22.23.3', '24.21.0'] as const;

const DOWNLOAD_MS = 600_000;

const isLinux = process.platform === 'linux';
const folder = mkdtempSync(join(tmpdir(), 'promo-calls-'));
let built: BuiltServer;
let database: EmptyDatabase;

const nodeOf = (version: string) =>
  version === process.versions.node
    ? process.execPath
    : join(folder, 'node_modules', `node-${version}`, 'bin', 'node');

beforeAll(async () => {
  if (!isLinux) return;
  const packages = VERSIONS.filter(version => version !== process.versions.node).map(
    version => `node-${version}@npm:node-linux-${process.arch}@${version}`,
  );
  execFileSync('npm', ['install', '--no-save', '--prefix', folder, ...packages], { stdio: 'pipe' });
  [built, database] = await Promise.all([buildServer(), makeDatabase()]);
}, DOWNLOAD_MS);

afterAll(async () => {
  built?.remove();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

/** Names of system calls; a group stands for names and other groups. */
function expand(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const listed = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' });
  const [, ...members] = listed.split('\n').map(line => line.replace(/#.*/, '').trim());
  return members.filter(Boolean).flatMap(expand);
}

/** Names of the system calls of a server that starts on PostgreSQL, signs somebody in, answers and is ended. */
async function callsOf(version: string): Promise<string[]> {
  const port = await freePort();
  // A name, so that it is looked up.
  const url = new URL(database.url);
  url.hostname = 'localhost';
  const env = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: url.href, DEMO_PASSWORD: 'demo-demo' };
  const report = join(folder, version);
  const strace = ['strace', '-D', '-f', '-qq', '-c', '-U', 'name', '-o', report] as const;
  const { child, said } = launchServer(env, built.program, [...strace, nodeOf(version)]);
  // Of its output, which the tracer holds until it has written its report.
  const closed = once(child, 'close');
  try {
    await said('Открыто:');
    const call = await callAs(`http://127.0.0.1:${port}`, 'promoter@example.com');
    await call('GET', '/api/promo/contacts/fullList');
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
  // Between its two rules of dashes.
  return readFileSync(report, 'utf8').split(/^-+\n/m)[1]?.match(/\w+/g) ?? [];
}

itIf(isLinux)('Node makes no system call that the unit does not allow', async () => {
  const filter = /^SystemCallFilter=(.*)$/m.exec(UNIT)?.[1]?.split(' ') ?? [];
  const allowed = new Set(filter.flatMap(expand));
  for (const version of VERSIONS) {
    const calls = await callsOf(version);
    expect(calls).toEqual(expect.arrayContaining(['execve', 'connect', 'accept4']));
    expect([version, calls.filter(call => !allowed.has(call))]).toEqual([version, []]);
  }
});

it('machine code may be written while the server runs, as V8 does', () => {
  expect(UNIT).not.toMatch(/^MemoryDenyWriteExecute=/m);
});
