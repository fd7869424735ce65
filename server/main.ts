/** Starts the server: environment → data → app → port, and back in the opposite order. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { DAY_MS, deviceClock } from '#kit/clock.ts';
import { createApp } from './app.ts';
import { announce, explainStart } from './cli/announce.ts';
import { openControlSocket } from './cli/control-socket.ts';
import { type Environment, readEnvironment } from './cli/environment.ts';
import { type Firm, openFirm, purge } from './cli/firm.ts';
import type { Log } from './db/deps.ts';

const SHUTDOWN_MAX_MS = 10_000;

/** One JSON line per event, on stderr: stdout is for people. */
const log: Log = entry => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
};

let env: Environment | undefined;

try {
  env = readEnvironment(process.env);
  await start(env);
} catch (error) {
  const line = explainStart(error, env);
  process.stderr.write(line ? `${line}\n` : `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}

async function start(settings: Environment): Promise<void> {
  const firm = await openFirm(settings, log);
  const config = { ...settings, clientId: '2', clientSecret: firm.clientSecret };
  const app = createApp({ db: firm.db, clock: deviceClock, log, config });
  // Without options the adaptor makes a plain http server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  Object.assign(server, { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 });
  try {
    await listen(server, settings);
  } catch (error) {
    await firm.close();
    throw error;
  }
  const control = settings.databaseUrl
    ? undefined
    : await openControlSocket(settings.dataDir, { db: firm.db, now: deviceClock }, log);
  const purging = purgeDaily(firm);
  stopOnSignal({ server, firm, purging, closeControl: async () => control?.close() });
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  process.stdout.write(announce(settings, `http://${host}:${portOf(server)}/application/`, firm.demo));
}

function listen(server: Server, { host, port }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function purgeDaily(firm: Firm): NodeJS.Timeout {
  const run = () => {
    purge(firm.db).catch(error => log({ level: 'error', event: 'purge.failed', name: String(error?.name) }));
  };
  run();
  return setInterval(run, DAY_MS);
}

type Running = { server: Server; firm: Firm; purging: NodeJS.Timeout; closeControl: () => Promise<void> };

/** Stops accepting, finishes what runs, then closes the data and lets go of the folder. */
function stopOnSignal({ server, firm, purging, closeControl }: Running): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log({ level: 'info', event: 'stopping', signal });
    clearInterval(purging);
    await Promise.all([closed(server), closeControl()]);
    await firm.close();
    log({ level: 'info', event: 'stopped' });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

function closed(server: Server): Promise<void> {
  return new Promise(resolve => {
    const overdue = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MAX_MS);
    server.close(() => {
      clearTimeout(overdue);
      resolve();
    });
    server.closeIdleConnections();
  });
}
