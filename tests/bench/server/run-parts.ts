import type { AgainstFloor } from './against-floor.ts';
import type { DatabaseState, Durability, Engine } from './engine.ts';
import type { FromEmpty } from './from-empty.ts';
import type { Idle } from './idle.ts';
import { PARTS, type Part } from './parts.ts';
import { type Measured, sendLoad } from './send-load.ts';
import { mib } from './server-under-load.ts';
import { type Counted, openSetup, type Setup } from './setup.ts';
import type { Soaked } from './soak.ts';
import type { Stormed } from './storm.ts';

const WARM_UP_S = 2;

/** What one part found. Memory in MiB, after a collection; lag of the server's event loop in ms. */
export type Found = Measured & {
  title: string;
  connections: number;
  rss: [before: number, after: number];
  heap: [before: number, after: number];
  lagP99: number;
  lagMax: number;
  /** How many cores the server's process kept busy. */
  cores: number;
  database: DatabaseState;
  target?: { perSecond: number; met: boolean };
};

export type PartsFound = Record<string, Found | Counted>;

/** What was done in one mode. `wrong` is what must never be. */
export type Run = {
  durability: Durability;
  size: string;
  firm: Record<string, number>;
  databaseMb: number;
  filledS: number;
  wrong: string[];
  found: PartsFound | Soaked | Stormed | AgainstFloor | Idle | FromEmpty;
};

/** Every part on a server of its own kind, one after the other, and the count at the end. */
export async function runParts(
  engine: Engine,
  only: readonly string[],
  seconds: number,
): Promise<Pick<Run, 'wrong' | 'found'>> {
  const setup = await openSetup(engine);
  const found: Record<string, Found> = {};
  const wrong: string[] = [];
  for (const name of only) {
    const part = PARTS[name];
    if (!part) continue;
    const each = await measure(engine, setup, part, seconds);
    found[name] = each;
    print(name, each);
    wrong.push(...judgeAnswers(name, each));
  }
  const counted = await setup.close();
  console.log(`counted: ${JSON.stringify(counted)}`);
  return { found: { ...found, counted }, wrong: [...wrong, ...judgeCount(counted)] };
}

async function measure(
  engine: Engine,
  { server, context }: Setup,
  part: Part,
  seconds: number,
): Promise<Found> {
  const { title, connections, target } = part;
  const load = { origins: server.origins, connections, next: await part.prepare(context) };
  await sendLoad({ ...load, seconds: WARM_UP_S });
  const before = await server.vitals();
  const began = Date.now();
  const measured = await sendLoad({ ...load, seconds });
  const after = await server.vitals();
  const database = await engine.state();
  return {
    ...measured,
    title,
    connections,
    database,
    rss: [mib(before.rss), mib(after.rss)],
    heap: [mib(before.heapUsed), mib(after.heapUsed)],
    lagP99: Math.round(after.lag.p99),
    lagMax: Math.round(after.lag.max),
    cores: Math.round(((after.cpuMs - before.cpuMs) / (Date.now() - began)) * 100) / 100,
    ...(target === undefined ? {} : { target: { perSecond: target, met: measured.perSecond >= target } }),
  };
}

/** 200 and 304 are right, 503 is a client that was told to come again; everything else is not. */
export function judgeAnswers(name: string, { statuses, errors }: Measured): string[] {
  const bad = Object.keys(statuses).filter(status => !['200', '304', '503', '409'].includes(status));
  return [
    ...bad.map(status => `${name}: ${statuses[status]} × ${status}`),
    ...(errors > 0 ? [`${name}: ${errors} connections broke or timed out`] : []),
  ];
}

/** What must be true after any run that wrote. */
export function judgeCount({ orders, contacts, keys, audited, exit, errors }: Counted): string[] {
  const rows = orders.rows + contacts.rows;
  return [
    ...(keys === rows && audited === rows
      ? []
      : [`${rows} rows, ${keys} kept answers, ${audited} in the audit`]),
    ...(orders.accepted === orders.rows ? [] : [`${orders.accepted} orders accepted, ${orders.rows} rows`]),
    ...(contacts.accepted === contacts.rows
      ? []
      : [`${contacts.accepted} contacts accepted, ${contacts.rows} rows`]),
    ...(orders.refused + contacts.refused > 0 ? [`${orders.refused + contacts.refused} keys refused`] : []),
    ...(exit === 0 ? [] : [`the server ended with ${exit}`]),
    ...errors.slice(0, 5),
  ];
}

function print(name: string, found: Found): void {
  const { perSecond, p50, p90, p99, max, statuses, errors, rss, heap, lagP99, cores, database, target } =
    found;
  const aim = target ? `  target ${target.perSecond}: ${target.met ? 'met' : 'MISSED'}` : '';
  const odd =
    Object.keys(statuses).length > 1 || errors > 0 ? `  ${JSON.stringify(statuses)} ${errors} lost` : '';
  console.log(
    `${name.padEnd(16)} ${String(perSecond).padStart(8)}/s  p50 ${p50} p90 ${p90} p99 ${p99} max ${Math.round(max)} ms` +
      `  rss ${rss.join('→')} heap ${heap.join('→')} MiB  lag p99 ${lagP99}  ${cores} cores  ${database.connections} conn${aim}${odd}`,
  );
}
