import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { killEngine } from './engine-of.ts';

/** The first start makes the database and the demo firm: some seconds of one core's work, of which a busy machine makes many. */
const START_MS = 110_000;

const ASK_AGAIN_MS = 100;
const LAST_WORDS_MS = 2000;

/** How long a server may take to say whether it is ready: longer than it waits for a connection to its database. */
const READY_MS = 10_000;

/** Names the folder with a firm's data made once for all journeys (tests/support/demo-data). */
export const DEMO_DATA = 'JOURNEYS_DEMO_DATA';

type Environment = Record<string, string>;

export type ServerProcess = {
  /** For example http://127.0.0.1:41234 */
  origin: string;
  dataDir: string;
  /** All that it printed so far. */
  output: () => string;
  /** SIGTERM, and waits for the graceful end. Resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** SIGKILL of the server and of its engine, as a power cut. */
  kill: () => Promise<void>;
  /** SIGKILL of the server alone: its engine goes on. */
  killAlone: () => Promise<void>;
  /** Resolves once it may be given work. */
  ready: () => Promise<void>;
  /** Starts it again on the same data and port, after `stop` or `kill`. */
  start: () => Promise<void>;
  /** Ends it and removes its data. */
  remove: () => Promise<void>;
};

/** Says what Node is started with where nobody names a program (tests/support/built-server). */
export const SERVER_PROGRAM = 'JOURNEYS_SERVER_PROGRAM';

/** The server as it is written; tests/support/built-server.ts makes one that starts sooner. */
export const SOURCES: readonly string[] = ['--import', 'tsx', 'server/main.ts'];

function usualProgram(): readonly string[] {
  const named = process.env[SERVER_PROGRAM];
  return named ? JSON.parse(named) : SOURCES;
}

/** The real server as a process of its own, with its data in a temporary folder. */
export async function startServer(
  environment: Environment = {},
  program: readonly string[] = usualProgram(),
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'promo-server-'));
  const made = process.env[DEMO_DATA];
  if (made) cpSync(made, dataDir, { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...environment };
  let output = '';
  const run = () =>
    launch(program, env, text => {
      output += text;
    });
  let child = run();
  await untilReady(origin, child, () => output);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const killBoth = async () => {
    await end('SIGKILL');
    await killEngine(dataDir);
  };
  return {
    origin,
    dataDir,
    output: () => output,
    stop: async () => {
      await end('SIGTERM');
      return child.exitCode;
    },
    kill: killBoth,
    killAlone: () => end('SIGKILL'),
    ready: () => untilReady(origin, child, () => output),
    start: async () => {
      child = run();
      await untilReady(origin, child, () => output);
    },
    remove: async () => {
      await killBoth();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The environment of the tests and these settings, but not the database of the person who runs them. */
export function withoutOwnData(settings: Environment): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DEMO_PASSWORD: __, ...inherited } = process.env;
  return { ...inherited, ...settings };
}

export type LaunchedServer = {
  child: ChildProcess;
  exited: Promise<number | null>;
  out: () => string;
  errors: () => string;
  /** Resolves once that text stands in what it has said; rejects where it ended without. */
  said: (text: string) => Promise<void>;
};

/**
 * Starts the server with these settings alone, and does not wait for it. Whoever starts it ends it. `node`: which one, and
 * what it is started by.
 */
export function launchServer(
  env: Environment,
  program = usualProgram(),
  node: readonly [string, ...string[]] = [process.execPath],
): LaunchedServer {
  const [command, ...args] = node;
  const child = spawn(command, [...args, ...program], {
    env: withoutOwnData(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard = { out: '', errors: '' };
  child.stdout.on('data', data => {
    heard.out += data;
    child.emit('heard');
  });
  child.stderr.on('data', data => {
    heard.errors += data;
    child.emit('heard');
  });
  const exited = once(child, 'exit').then(([code]) => code);
  const said = async (text: string) => {
    const hasSaid = () => (heard.out + heard.errors).includes(text);
    while (!hasSaid()) {
      const isOver = await Promise.race([once(child, 'heard').then(() => false), exited.then(() => true)]);
      if (isOver && !hasSaid()) throw new Error(`it ended without “${text}”:\n${heard.out}${heard.errors}`);
    }
  };
  return { child, exited, out: () => heard.out, errors: () => heard.errors, said };
}

function launch(
  program: readonly string[],
  env: Environment & { DATA_DIR: string },
  hear: (text: string) => void,
): ChildProcess {
  const child = spawn(process.execPath, program, {
    env: withoutOwnData({ NODE_ENV: 'production', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', data => hear(String(data)));
  child.stderr.on('data', data => hear(String(data)));
  if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, env.DATA_DIR));
  return child;
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(ASK_AGAIN_MS)) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) {
      // Its last words may still be on their way.
      const lastWords = child.stderr ? finished(child.stderr) : Promise.resolve();
      await Promise.race([lastWords, pause(LAST_WORDS_MS)]);
      throw new Error(`The server ended with ${end}:\n${output()}`);
    }
    if (await isReady(origin)) return;
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready after ${START_MS} ms:\n${output()}`);
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(READY_MS) });
    return answer.ok;
  } catch {
    // Nobody listens yet, or it is busy.
    return false;
  }
}

/** Above the last port that `fetch` refuses as bad (10080), and below those that systems give to outgoing connections. */
const PORTS = { from: 10_081, to: 32_767 };

/**
 * A port of the loopback that nobody uses now, and that no outgoing connection gets: a server that is killed and
 * started again must find it free, even if clients have called it in between without end.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer();
    const isFree = await new Promise<boolean>(resolve => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Reads until this process is gone, then ends what it was given, with its engine, and removes the folder. */
const WATCH = `cat > /dev/null; kill -s KILL -- "$1" 2> /dev/null
read -r engine 2> /dev/null < "$2/postgres/postmaster.pid" && kill -s KILL "$engine" 2> /dev/null
sleep 1; rm -rf -- "$2"`;

/**
 * Nothing that a test has started stays behind when the test's process is killed: a shell of its own waits for that.
 * `target` is a process, or a group of them with a minus. Gives back what ends the watch.
 */
export function endWithUs(target: number, folder: string): () => void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', String(target), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  return () => {
    const isWatching = watch.exitCode === null && watch.signalCode === null;
    if (watch.pid !== undefined && isWatching) process.kill(-watch.pid, 'SIGKILL');
  };
}
