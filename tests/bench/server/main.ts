/**
 * `npm run bench:server`: the real server in production mode under load, on loopback, over a firm of any size.
 *
 *   --engine postgres|embedded    one of them; both when left out
 *   --size demo|10k|200k|load     the data, `demo` when left out; `load` takes minutes to make
 *   --only <part>                 repeatable
 *   --seconds 10, --quick         per part; quick is 3
 *   --durability durable|quick    one of PostgreSQL's two modes; both when left out
 *   --processes 2                 servers on PostgreSQL, as a firm runs it; 1 when left out
 *   --url postgres://…            a PostgreSQL that is there already, empty or filled before by this very bench
 *   --data <folder>               where either engine keeps its data for the next run: what was filled is not filled again
 *   --floor                       the parts that have one by turns against the floor server, and the ratios, instead of the parts
 *   --storm 2000                  so many phones come back at once, instead of the parts
 *   --soak 30                     so many minutes of the mixed profile, instead of the parts
 *   --idle 60                     so many seconds of rest after half a minute of load: what an idle process takes
 *   --from-empty                  new promoters save 10,000 and 40,000 contacts, then every list without an ANALYZE, instead of the parts
 *   --out <file>                  where the figures go, .bench/server-<time>.json when left out
 *   --page <file>                 repeatable, alone: makes FIGURES.md out of such files; --note says what is to know of them
 *
 * Ends with 1 when something was lost, doubled or answered wrongly. A missed target of speed is shown, not judged:
 * that depends on the machine.
 */
import { parseArgs } from 'node:util';
import { stopAll } from '../../runner/run.mjs';
import { writeFound } from '../figures.ts';
import { COMPARED_PARTS, runAgainstFloor } from './against-floor.ts';
import { type Durability, ENGINES, type EngineName, openEngine } from './engines.ts';
import { writePage } from './figures-page.ts';
import { runFromEmpty } from './from-empty.ts';
import { runIdle } from './idle.ts';
import { PARTS } from './parts.ts';
import { type Run, runParts } from './run-parts.ts';
import { FOLDER, fill, sizeOfFirm } from './setup.ts';
import { runSoak } from './soak.ts';
import { runStorm } from './storm.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    engine: text,
    size: text,
    seconds: text,
    durability: text,
    url: text,
    data: text,
    processes: text,
    storm: text,
    soak: text,
    idle: text,
    rate: text,
    out: text,
    note: text,
    page: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    floor: { type: 'boolean', default: false },
    'from-empty': { type: 'boolean', default: false },
  },
});

if (values.page) {
  writePage(values.page, values.note);
  process.exit(0);
}

const QUICK_S = 3;
const USUAL_S = 10;
/** Of a slice against the floor. */
const SLICE_S = 3;

const engines = choose('engine', ENGINES, values.engine);
const durabilities = choose<Durability>('durability', ['durable', 'quick'], values.durability);
const parts = values.floor ? COMPARED_PARTS : Object.keys(PARTS);
const only = values.only ?? parts;
for (const name of only) choose('only', parts, name);
const size = choose('size', ['demo', '10k', '200k', 'load'], values.size ?? 'demo')[0] ?? 'demo';
const processes = Number(values.processes ?? 1);
if (processes > 1 && (values.storm || !engines.every(name => name === 'postgres'))) {
  console.error('--processes is for the parts and the soak on PostgreSQL');
  process.exit(2);
}
const usual = values.floor ? SLICE_S : USUAL_S;
const seconds = Number(values.seconds ?? (values.quick ? QUICK_S : usual));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The server ends by itself when its channel to here is closed; PostgreSQL would stay.
    stopAll();
    process.exit(130);
  });
}

const began = new Date();
const runs: Run[] = [];
for (const name of engines) await (values['from-empty'] ? benchFromEmpty(name) : bench(name));

const file = values.out ?? `${FOLDER}/server-${began.toISOString().replaceAll(/[:.]/g, '-')}.json`;
writeFound(file, began, 'bench:server', { runs });
const wrong = runs.flatMap(run => run.wrong);
for (const each of wrong) console.error(`WRONG ${each}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

async function bench(name: EngineName): Promise<void> {
  const engine = await openEngine(name, { url: values.url, folder: values.data, processes });
  try {
    // Made without waiting for the disk: that is no part of what is measured.
    await engine.setDurability('quick');
    const filled = await fill(engine, size);
    const firm = await engine.withData(sizeOfFirm);
    const state = await engine.state();
    const ready = `ready after ${Math.round(filled.seconds)} s`;
    console.log(`\n${name}: ${JSON.stringify(firm)}, ${state.mb} MB, ${ready}`);
    for (const durability of name === 'postgres' ? durabilities : (['quick'] as const)) {
      await engine.setDurability(durability);
      const about = { engine: name, durability, size, firm, databaseMb: state.mb, filledS: filled.seconds };
      runs.push({ ...about, ...(await runOne(engine)) });
    }
  } finally {
    await engine.end();
  }
}

/** Without all that `fill` does for a database that has lived for a while, and with nobody who would do it meanwhile. */
async function benchFromEmpty(name: EngineName): Promise<void> {
  const options = { url: values.url, folder: values.data, processes, settings: ['autovacuum=off'] };
  const engine = await openEngine(name, options);
  try {
    await engine.setDurability('quick');
    const ran = await runFromEmpty(engine);
    const firm = await engine.withData(sizeOfFirm);
    const { mb: databaseMb } = await engine.state();
    runs.push({
      engine: name,
      durability: 'quick',
      size: 'from empty',
      firm,
      databaseMb,
      filledS: 0,
      ...ran,
    });
  } finally {
    await engine.end();
  }
}

function runOne(engine: Awaited<ReturnType<typeof openEngine>>) {
  if (values.floor) return runAgainstFloor(engine, only, seconds);
  if (values.storm) return runStorm(engine, Number(values.storm));
  if (values.soak) return runSoak(engine, Number(values.soak), Number(values.rate ?? 0));
  if (values.idle) return runIdle(engine, Number(values.idle));
  return runParts(engine, only, seconds);
}

function choose<Choice extends string>(option: string, from: readonly Choice[], wanted?: string): Choice[] {
  if (wanted === undefined) return [...from];
  const known = from.find(each => each === wanted);
  if (known) return [known];
  console.error(`--${option} ${wanted}: choose from ${from.join(', ')}`);
  process.exit(2);
}
