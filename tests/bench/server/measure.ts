import type { DatabaseState, Engine } from './engines.ts';
import { fire, type Measured } from './fire.ts';
import type { Part } from './parts.ts';
import type { Stage } from './stage.ts';
import { mib, type Vitals } from './vitals.ts';

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

const WARM_UP_S = 2;

export async function measure(
  engine: Engine,
  { server, scene }: Stage,
  part: Part,
  seconds: number,
): Promise<Found> {
  const { title, connections, target } = part;
  const volley = { origins: server.origins, connections, next: await part.prepare(scene) };
  await fire({ ...volley, seconds: WARM_UP_S });
  const before = await server.vitals();
  const began = Date.now();
  const measured = await fire({ ...volley, seconds });
  const after = await server.vitals();
  // The folder of the embedded engine can be looked at while it runs, the engine itself cannot.
  const database = await engine.state();
  const wanted = target?.[engine.name];
  return {
    ...measured,
    ...{ title, connections, database },
    ...memoryOf(before, after),
    lagP99: Math.round(after.lag.p99),
    lagMax: Math.round(after.lag.max),
    cores: Math.round(((after.cpuMs - before.cpuMs) / (Date.now() - began)) * 100) / 100,
    ...(wanted ? { target: { perSecond: wanted, met: measured.perSecond >= wanted } } : {}),
  };
}

function memoryOf(before: Vitals, after: Vitals): Pick<Found, 'rss' | 'heap'> {
  return {
    rss: [mib(before.rss), mib(after.rss)],
    heap: [mib(before.heapUsed), mib(after.heapUsed)],
  };
}
