import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/server-process.ts';
import type { Vitals } from './vitals.ts';

const ASK_AGAIN_MS = 200;

/** The largest firm is made in the first start, and on the embedded engine that takes long. */
const START_MS = 2 * 3_600_000;

/** The real server in production mode, in a process of its own, with a probe in it. */
export type ServerUnderLoad = {
  origin: string;
  pid: number;
  vitals: () => Promise<Vitals>;
  /** SIGTERM; resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** All lines that tell of an error. */
  errors: () => string[];
};

export async function startUnderLoad(
  environment: Record<string, string>,
  logFile: string,
): Promise<ServerUnderLoad> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log = openSync(logFile, 'w');
  // A pipe would have to be read here, by the very process that measures.
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', '--import', './tests/bench/server/probe.ts', 'server/main.ts'],
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
    vitals: async () => {
      const told = once(child, 'message');
      child.send('vitals');
      const [vitals] = await told;
      return vitals;
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
