/** What a process takes that has nothing to do: after its start, and after it had much to do. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from './engines.ts';
import { prepareMixed } from './parts.ts';
import { judgeCount, type Run } from './run-parts.ts';
import { sendLoad } from './send-load.ts';
import { mib } from './server-under-load.ts';
import { type Counted, openSetup } from './setup.ts';

/** Of DESIGN.md, in MiB, on PostgreSQL. */
const IDLE_MAX = 120;

const STARTED_MS = 10_000;
const LOAD_S = 30;
const CONNECTIONS = 32;

/** Resident MiB of one process, nothing collected for it. */
export type Idle = {
  /** Ten seconds after it was ready. */
  started: number;
  /** In the moment when half a minute of the mixed profile is over. */
  loaded: number;
  /** So long after that. */
  rested: number;
  restS: number;
  max: number | null;
  counted: Counted;
};

export async function runIdle(engine: Engine, restS: number): Promise<Pick<Run, 'wrong' | 'found'>> {
  const setup = await openSetup(engine);
  const { server, context } = setup;
  const resident = async () => mib(await server.resident());
  await pause(STARTED_MS);
  const started = await resident();
  const next = await prepareMixed(context);
  await sendLoad({ origins: server.origins, connections: CONNECTIONS, seconds: LOAD_S, next });
  const loaded = await resident();
  await pause(restS * 1000);
  const rested = await resident();
  const counted = await setup.close();
  const max = engine.name === 'postgres' ? IDLE_MAX : null;
  const found = { started, loaded, rested, restS, max, counted };
  console.log(JSON.stringify(found));
  return { found, wrong: judgeCount(counted) };
}
