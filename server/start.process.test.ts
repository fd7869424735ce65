/** The server as README starts it: `npm start`, and what ends it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { enginePid } from '#tests/support/engine-of.ts';
import { itIf } from '#tests/support/firm-on-postgres.ts';
import { DEMO_DATA, endWithUs, freePort } from '#tests/support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'promo-start-'));
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Where nothing is built, it is built first. */
const START_MS = 280_000;

/** Longer than it takes to see that npm is gone. */
const ASKED = 500;

const STOPPED = ['"event":"stopping"', '"event":"stopped"'];

let starts = 0;
const groups: (() => void)[] = [];
const running: number[] = [];

afterAll(() => {
  for (const pid of running.filter(lives)) process.kill(pid, 'SIGKILL');
  for (const end of groups) end();
  rmSync(root, { recursive: true, force: true });
});

/** As a shell of one's own has it: without what the tests' own npm and Vitest have set. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(_$|npm_|VITEST|NODE_ENV|DATABASE_URL|DEMO_PASSWORD|CI$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

type Launched = {
  /** Leads a group of processes. */
  first: number;
  output: () => string;
  /** Resolves once no process writes any more to where the first one does. */
  closed: Promise<unknown>;
  isReady: () => Promise<boolean>;
  /** The number of its engine; undefined where none runs. */
  engine: () => number | undefined;
};

type Started = Launched & { server: number };

/** Starts a command on data of its own. */
async function launch(
  program: string,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Launched & { folder: string }> {
  starts += 1;
  const folder = join(root, String(starts));
  const made = process.env[DEMO_DATA];
  if (made) cpSync(made, folder, { recursive: true });
  const port = await freePort();
  const env = { ...ownEnvironment(), ...more, PORT: String(port), DATA_DIR: folder };
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const { pid: first = 0 } = child;
  groups.push(endWithUs(-first, folder));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data));
  const isReady = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok;
    } catch {
      return false; // Nothing listens there.
    }
  };
  const engine = () => enginePid(folder);
  return { first, folder, output: () => output, closed, isReady, engine };
}

/** Waits until the server may be given work. */
async function start(program: string, args: readonly string[]): Promise<Started> {
  const launched = await launch(program, args);
  await expect.poll(launched.isReady, { ...PATIENCE, timeout: START_MS }).toBe(true);
  // The server has started its engine itself.
  const server = parentOf(launched.engine() ?? expect.fail('no engine runs'));
  running.push(server);
  return { ...launched, server };
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH
  }
}

const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

it.each([
  ['SIGTERM to npm', 'SIGTERM', (started: Started) => started.first],
  ['SIGINT to npm', 'SIGINT', (started: Started) => started.first],
  ['the death of npm', 'SIGKILL', (started: Started) => started.first],
  ['SIGTERM to the server', 'SIGTERM', (started: Started) => started.server],
  ['Ctrl+C, which both get and npm passes on,', 'SIGINT', (started: Started) => -started.first],
] as const)('%s puts everything away and ends both', async (_, signal, target) => {
  const started = await start('npm', ['start']);
  process.kill(target(started), signal);
  await started.closed;
  expect(started.output().match(/"event":"stop\w+(\.\w+)?"/g)).toEqual(STOPPED);
  await expect.poll(() => lives(started.server), PATIENCE).toBe(false);
  expect([lives(started.first), started.engine()]).toEqual([false, undefined]);
});

/** A terminal of util-linux that closes when it is killed. */
const inTerminal = (command: string) => start('script', ['-qfec', command, '/dev/null']);

const itOnLinux = itIf(process.platform === 'linux');

/** A file for what a command writes. */
const log = join(root, 'log');

const written = () => readFileSync(log, 'utf8').match(/"event":"stop\w+(\.\w+)?"|Assertion.*/g);

/** Hangs its group up where start.mjs is about to import the server. */
const HANG_UP = "if (process.argv[1]?.endsWith('start.mjs')) process.chdir = () => process.kill(0, 'SIGHUP')";

itOnLinux('a hang-up in the middle of the start ends npm and the server', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HANG_UP)}`;
  const { first, engine } = await launch('npm', ['start'], { NODE_OPTIONS });
  await expect.poll(() => lives(-first), PATIENCE).toBe(false);
  expect(engine()).toBeUndefined();
});

for (const [streams, command] of [
  ['on it', `npm start 2> ${log}`],
  ['in files', `npm start < /dev/null > ${log} 2>&1`],
] as const) {
  itOnLinux(
    `a terminal that closes, the streams ${streams}, puts everything away and ends the server`,
    async () => {
      const { first, server, engine } = await inTerminal(command);
      process.kill(first, 'SIGKILL');
      await expect.poll(() => lives(server), PATIENCE).toBe(false);
      expect(written()).toEqual(STOPPED);
      expect(engine()).toBeUndefined();
    },
  );
}

for (const [what, command, ofTerminal] of [
  ['nohup, and npm too', `nohup npm start > ${log} 2>&1`, parentOf],
  ['nohup of a shell, its streams in files', `bash -c 'nohup npm start < /dev/null > ${log} 2>&1'`, parentOf],
  ['a shell under nohup', `nohup sh -c 'npm start; true' < /dev/null > ${log} 2>&1`, parentOf],
  ['setsid', `setsid --wait npm start < /dev/null > ${log} 2>&1`, (pid: number) => parentOf(parentOf(pid))],
] as const) {
  itOnLinux(`the server outlives its terminal under ${what}`, async () => {
    const { first, server, isReady, engine } = await inTerminal(command);
    const hungUp = ofTerminal(server);
    process.kill(first, 'SIGKILL');
    await expect.poll(() => lives(hungUp), PATIENCE).toBe(false);
    for (let asked = 0; asked < ASKED; asked += 1) expect(await isReady()).toBe(true);
    process.kill(server, 'SIGTERM');
    await expect.poll(() => lives(server), PATIENCE).toBe(false);
    expect(engine()).toBeUndefined();
  });
}

it('optional packages are installed although npm is set to omit them', () => {
  const clone = join(root, 'clone');
  const isPlain = (path: string) => !path.includes('.') || path.endsWith('.mjs');
  cpSync('server/start.mjs', join(clone, 'server/start.mjs'));
  cpSync('server/cli', join(clone, 'server/cli'), { recursive: true, filter: isPlain });
  mkdirSync(join(clone, 'engine'));
  writeFileSync(join(clone, 'engine/package.json'), '{"name":"engine","version":"1.0.0"}');
  writeFileSync(join(clone, 'package.json'), '{"optionalDependencies":{"engine":"file:engine"}}');
  writeFileSync(join(clone, '.npmrc'), 'omit=optional\noffline=true\n');
  const at = { cwd: clone, env: ownEnvironment(), encoding: 'utf8' } as const;
  spawnSync('npm', ['install', '--package-lock-only'], at);
  const { stderr } = spawnSync(process.execPath, ['server/start.mjs', '--prepare'], at);
  // There is no page to build.
  expect(stderr).toContain('npm run build');
  expect(readdirSync(join(clone, 'node_modules'))).toContain('engine');
});
