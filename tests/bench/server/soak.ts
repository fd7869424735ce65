/** A modest fixed rate for a long time: what grows, leaks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseState, Engine } from './engine.ts';
import { prepareMixed } from './parts.ts';
import { judgeCount, type Run } from './run-parts.ts';
import { type Measured, sendLoad } from './send-load.ts';
import { mib } from './server-under-load.ts';
import { type Counted, openSetup } from './setup.ts';

const MINUTE_S = 60;
const RATE = 50;
const CONNECTIONS = 16;

/** In minutes: a slope needs two samples after the warm-up. */
const SHORTEST = 3;

/** Caches fill and code is compiled before this share of the time is over. */
const WARM_UP = 1 / 3;

type Sample = Pick<Measured, 'answers' | 'statuses' | 'errors' | 'p50' | 'p99'> & {
  minute: number;
  rss: number;
  heap: number;
  /** Outside of the heap: buffers of the network. */
  external: number;
  handles: number;
  lagP99: number;
  database: DatabaseState;
};

/** What a soak found. */
export type Soaked = { rate: number; samples: Sample[]; growth: Growth; counted: Counted };

const LATE_ARRIVAL_MS = 7_000;

/** Growth that is none: noise of the collector and of the allocator, in MiB over the whole measured time. */
const NOISE = { heap: 4, rss: 40, external: 8, handles: 4 } as const;

export async function runSoak(
  engine: Engine,
  minutes: number,
  rate = 0,
): Promise<Pick<Run, 'wrong' | 'found'>> {
  const setup = await openSetup(engine);
  const { server, context } = setup;
  const next = await prepareMixed(context);
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { answers, statuses, errors, p50, p99 } = await sendLoad({
      origins: server.origins,
      connections: CONNECTIONS,
      seconds: MINUTE_S,
      rate: rate || RATE,
      next,
    });
    // The sockets of that minute are still closing, and would be counted as handles.
    await pause(LATE_ARRIVAL_MS);
    const { rss, heapUsed, external, handles, lag } = await server.vitals();
    const memory = { rss: mib(rss), heap: mib(heapUsed), external: mib(external) };
    const database = await engine.state();
    const received = { minute, answers, statuses, errors, p50, p99 };
    const sample = { ...received, ...memory, handles, lagP99: Math.round(lag.p99), database };
    samples.push(sample);
    console.log(JSON.stringify(sample));
  }
  const counted = await setup.close();
  const growth = growthOf(samples);
  console.log(`counted ${JSON.stringify(counted)}\ngrowth ${JSON.stringify(growth)}`);
  if (minutes < SHORTEST) console.log(`Fewer than ${SHORTEST} minutes say nothing of growth.`);
  return {
    found: { rate: rate || RATE, samples, growth, counted },
    wrong: [...judgeCount(counted), ...judgeSamples(samples), ...judgeGrowth(growth)],
  };
}

type Growth = Record<keyof typeof NOISE, { perHour: number; overall: number }>;

/** The slope of each through all samples after the warm-up: the least squares. */
function growthOf(samples: readonly Sample[]): Growth {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = (of: (sample: Sample) => number) => {
    const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
    const [x, y] = [mean(settled.map(({ minute }) => minute)), mean(settled.map(of))];
    const above = settled.reduce((sum, each) => sum + (each.minute - x) * (of(each) - y), 0);
    const below = settled.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
    const perMinute = below === 0 ? 0 : above / below;
    const round = (value: number) => Math.round(value * 100) / 100;
    return { perHour: round(perMinute * MINUTE_S), overall: round(perMinute * settled.length) };
  };
  return {
    heap: slope(each => each.heap),
    rss: slope(each => each.rss),
    external: slope(each => each.external),
    handles: slope(each => each.handles),
  };
}

function judgeGrowth(growth: Growth): string[] {
  const names = ['heap', 'rss', 'external', 'handles'] as const;
  return names.flatMap(name => {
    const { overall, perHour } = growth[name];
    return overall > NOISE[name]
      ? [`${name} grew by ${overall} after the warm-up, that is ${perHour} an hour`]
      : [];
  });
}

function judgeSamples(samples: readonly Sample[]): string[] {
  const bad = samples.filter(({ statuses, errors }) => {
    return errors > 0 || Object.keys(statuses).some(status => status !== '200' && status !== '304');
  });
  return bad.map(
    ({ minute, statuses, errors }) => `minute ${minute}: ${JSON.stringify(statuses)}, ${errors} lost`,
  );
}
