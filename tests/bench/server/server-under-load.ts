import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/server-process.ts';
import { prepareServer } from '../../../server/cli/prepare.mjs';

const ASK_AGAIN_MS = 200;

/** The first start may have to migrate or to fill. */
const START_MS = 5 * 60_000;

type Underway = {
  vitals: () => Promise<Vitals>;
  /** SIGTERM; resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** All lines that tell of an error. */
  errors: () => string[];
};

type OneProcess = Underway & { origin: string; pid: number };

/** The real server in production mode, in processes of its own on one database, with a probe in each. */
export type ServerUnderLoad = Underway & {
  /** Of each process; the first is where something is asked that is no load. */
  origin: string;
  origins: readonly string[];
  /** Of the first. */
  pid: number;
};

/** `entry` is what is started, the server itself unless said otherwise; it is compiled while it is loaded. */
export type Start = {
  environment: Record<string, string>;
  log: string;
  processes?: number;
  entry?: string;
};

/** Starts them; what they log goes to `<log>-<number>.log`. Vitals are sums, but for the lag: that is the worst. */
export async function startUnderLoad({
  environment,
  log,
  processes = 1,
  entry,
}: Start): Promise<ServerUnderLoad> {
  // The server as `npm start` runs it.
  const started = entry ? ['--import', 'tsx', entry] : [prepareServer()];
  const startNumber = (number: number) => startOne(started, environment, `${log}-${number}.log`);
  const first = await startNumber(1);
  const numbers = Array.from({ length: processes - 1 }, (_, at) => at + 2);
  // The first may have to migrate or to fill.
  const others = await Promise.all(numbers.map(startNumber));
  const all = [first, ...others];
  return {
    origin: first.origin,
    pid: first.pid,
    origins: all.map(({ origin }) => origin),
    vitals: async () => addVitals(await Promise.all(all.map(({ vitals }) => vitals()))),
    stop: async () => {
      const exits = await Promise.all(all.map(({ stop }) => stop()));
      return exits.find(exit => exit !== 0) ?? 0;
    },
    errors: () => all.flatMap(({ errors }) => errors()),
  };
}

async function startOne(
  entry: readonly string[],
  environment: Record<string, string>,
  logFile: string,
): Promise<OneProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log = openSync(logFile, 'w');
  // A pipe would have to be read here, by the very process that measures.
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', './tests/bench/server/probe.mjs', ...entry],
    {
      env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
      stdio: ['ignore', log, log, 'ipc'],
    },
  );
  closeSync(log);
  await untilReady(origin, child, logFile);
  const read = () => readFileSync(logFile, 'utf8').split('\n');
  return {
    origin,
    pid: child.pid ?? 0,
    async vitals() {
      const received = once(child, 'message');
      child.send('vitals');
      const [answer] = await received;
      return answer;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      return child.exitCode;
    },
    errors: () => read().filter(line => line.includes('"level":"error"')),
  };
}

async function untilReady(origin: string, child: ChildProcess, logFile: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(ASK_AGAIN_MS)) {
    if (child.exitCode !== null)
      throw new Error(`The server ended:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
    if (await isReady(origin)) return;
  }
  child.kill('SIGKILL');
  rmSync(logFile, { force: true });
  throw new Error('The server was not ready in time');
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health/ready`)).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

/** How the server's process is: bytes after a collection, delays of its event loop in ms since the last question. */
export type Vitals = {
  rss: number;
  heapUsed: number;
  external: number;
  lag: { p99: number; max: number };
  /** Sockets, timers, files. */
  handles: number;
  /** Since its start. */
  cpuMs: number;
};

/** Of several processes: sums, and the longest delays. */
function addVitals(all: readonly Vitals[]): Vitals {
  const sum = (of: (each: Vitals) => number) => all.reduce((whole, each) => whole + of(each), 0);
  const worst = (of: (each: Vitals) => number) => Math.max(...all.map(of));
  return {
    rss: sum(each => each.rss),
    heapUsed: sum(each => each.heapUsed),
    external: sum(each => each.external),
    handles: sum(each => each.handles),
    lag: { p99: worst(each => each.lag.p99), max: worst(each => each.lag.max) },
    cpuMs: sum(each => each.cpuMs),
  };
}

const MIB = 1024 * 1024;

export function mib(bytes: number): number {
  return Math.round((bytes / MIB) * 10) / 10;
}
