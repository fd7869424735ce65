/** What a server and its engine take that have nothing to do: after the first sign-in, and after they had much to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Engine } from './engine.ts';
import { signIn } from './from-empty.ts';
import { prepareMixed } from './parts.ts';
import { judgeCount, type Run } from './run-parts.ts';
import { sendLoad } from './send-load.ts';
import { type Counted, openSetup } from './setup.ts';

/** Of server and engine together, in MiB. */
const IDLE_MAX = 200;

const LOAD_S = 30;
const CONNECTIONS = 32;

/** Proportional MiB: what several processes share is counted once. `engine` is 0 for one that was named. */
type Memory = { server: number; engine: number; together: number };

export type Idle = Record<'signedIn' | 'loaded' | 'rested', Memory> & {
  restS: number;
  max: number;
  counted: Counted;
};

/** `signedIn` and `rested`: so many seconds after the first sign-in and after the load. */
export async function runIdle(engine: Engine, restS: number): Promise<Pick<Run, 'wrong' | 'found'>> {
  const { server, context, close } = await openSetup(engine);
  const memory = () => memoryOf(server.pid, engine.pid());
  await signIn(server, DEMO.promoter);
  await pause(restS * 1000);
  const signedIn = memory();
  const next = await prepareMixed(context);
  await sendLoad({ origins: server.origins, connections: CONNECTIONS, seconds: LOAD_S, next });
  const loaded = memory();
  await pause(restS * 1000);
  const rested = memory();
  const counted = await close();
  const found = { signedIn, loaded, rested, restS, max: IDLE_MAX, counted };
  console.log(JSON.stringify(found));
  return { found, wrong: judgeCount(counted) };
}

function memoryOf(server: number, postmaster: number | undefined): Memory {
  const engine = postmaster === undefined ? 0 : sumOf([postmaster, ...childrenOf(postmaster)]);
  const own = sumOf([server]);
  return { server: own, engine, together: own + engine };
}

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return all.map(Number).filter(pid => readOf(pid, 'status', /^PPid:\s+(\d+)/m) === parent);
}

const KIB_OF_MIB = 1024;

function sumOf(pids: readonly number[]): number {
  const kib = pids.reduce((sum, pid) => sum + (readOf(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m) ?? 0), 0);
  return Math.round(kib / KIB_OF_MIB);
}

/** A number of a process; undefined where it has just ended. */
function readOf(pid: number, file: string, number: RegExp): number | undefined {
  try {
    const found = number.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    return found ? Number(found[1]) : undefined;
  } catch {
    return undefined;
  }
}
