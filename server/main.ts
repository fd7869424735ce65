/** Starts the server: environment → data → app → port, and back in the opposite order. */
import { setTimeout as pause } from 'node:timers/promises';
import { deviceClock, SECOND_MS } from '#kit/clock.ts';
import { createApp } from './app.ts';
import { announce, explainFault, explainStart } from './cli/announce.ts';
import { backupNightly, type Nightly, overdueLine, readNightly } from './cli/backup-nightly.ts';
import { type Connections, watchConnections } from './cli/connections.ts';
import { endOnSignal } from './cli/end-on-signal.ts';
import { type Environment, isExposed, limitsOf, readEnvironment } from './cli/environment.ts';
import { type Firm, openFirm } from './cli/firm.ts';
import { createListener, portOf, startListening } from './cli/listening.ts';
import { openLog } from './cli/log-lines.ts';
import { type Metrics, openMetrics } from './cli/metrics.ts';
import { type Purging, purgeDaily } from './cli/purge-daily.ts';
import { createLimiters } from './routes/overload.ts';

/** How long what is being answered may take at the end. */
const FINISH_MAX_MS = 10 * SECOND_MS;
/** What comes after that: closing the data, of which our own PostgreSQL writes what it has in memory. */
const CLOSE_MAX_MS = 10 * SECOND_MS;

/** On stderr: stdout is for people. */
const { log, writeLines } = openLog(lines => process.stderr.write(lines));
process.once('exit', writeLines);

/** All that runs, and must be put away. */
type Running = {
  firm: Firm;
  connections: Connections;
  metrics: Metrics | undefined;
  purging: Purging;
  nightly: Nightly | undefined;
};

let env: Environment | undefined;
let running: Running | undefined;
let isDraining = false;

let started: Promise<void> = Promise.resolve();
// First of all: a signal in the middle of the start finds somebody who hears it.
endOnSignal({
  log,
  started: () => started,
  end,
  withinMs: () => (env?.drainMs ?? 0) + FINISH_MAX_MS + CLOSE_MAX_MS,
});
started = main();

async function main(): Promise<void> {
  try {
    env = readEnvironment(process.env);
    const firm = await openFirm(env, log);
    try {
      await serve(env, firm);
    } catch (error) {
      await firm.close();
      throw error;
    }
  } catch (error) {
    process.stderr.write(`${explainStart(error, env) ?? explainFault(error)}\n`);
    process.exitCode = 1;
  }
}

async function serve(settings: Environment, firm: Firm): Promise<void> {
  const { clientSecret } = firm;
  const config = { ...settings, clientId: '2', clientSecret, isExposed: isExposed(settings) };
  const limiters = createLimiters(limitsOf(settings));
  const metrics = await openMetrics(settings.metricsPort, { limiters, pool: firm.pool });
  const deps = { db: firm.db, clock: deviceClock, log, config, isDraining: () => isDraining };
  const app = createApp(deps, { limiters, ...(metrics ? { meter: metrics.meter } : {}) });
  const server = createListener(app);
  const connections = watchConnections(server);
  const warnings = await warningsOf(settings);
  try {
    await startListening(server, settings.port, settings.host);
  } catch (error) {
    await metrics?.close();
    throw error;
  }
  const purging = purgeDaily(firm, log);
  const place = { dataDir: settings.dataDir, zone: settings.zone, clock: deviceClock };
  const nightly = firm.engine && backupNightly({ ...place, db: firm.db, clientSecret }, log);
  running = { firm, connections, metrics, purging, nightly };
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const address = `http://${host}:${portOf(server)}/application/`;
  process.stdout.write(announce(settings, address, firm.demo, warnings));
}

async function warningsOf({ databaseUrl, dataDir, zone }: Environment): Promise<string[]> {
  if (databaseUrl) return [];
  const state = await readNightly({ dataDir, zone, clock: deviceClock });
  return state.isOverdue ? [overdueLine(state, dataDir)] : [];
}

/**
 * The end of a process that has served: it says that it is not ready, goes on for as long as the proxy needs to hear that
 * (DRAIN_MS), takes nothing new, finishes what runs, and lets go of the data last.
 */
async function end(): Promise<void> {
  if (!running) return;
  const { firm, connections, metrics, purging, nightly } = running;
  isDraining = true;
  connections.endWithTheirAnswers();
  if (env?.drainMs) await pause(env.drainMs);
  const works = [purging.stop(), nightly?.stop()];
  const [answered] = await Promise.all([connections.close(FINISH_MAX_MS), ...works]);
  if (answered === 'cut off') log({ level: 'error', event: 'stop.cut_off' });
  await metrics?.close();
  await firm.close();
}
