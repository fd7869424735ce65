/**
 * `npm run bench:server`: the real server in production mode under load, on loopback, over a firm of any size.
 *
 *   --size demo|10k|200k|load     the data, `demo` when left out; `load` takes minutes to make
 *   --only <part>                 repeatable
 *   --seconds 10, --quick         per part; quick is 3
 *   --durability durable|quick    one of two modes; both when left out
 *   --processes 2                 servers on one database, as a firm runs it; 1 when left out
 *   --url postgres://…            a PostgreSQL that is there already, empty or filled before by this very bench, as it is set up;
 *                                 when left out, the server's own
 *   --data <folder>               a DATA_DIR that is kept for the next run: what was filled is not filled again
 *   --floor                       the parts that have one by turns against the floor server, and the ratios, instead of the parts
 *   --storm 2000                  so many phones come back at once, instead of the parts
 *   --soak 30                     so many minutes of the mixed profile, instead of the parts
 *   --idle 60                     so many seconds of rest after the first sign-in, and after half a minute of load: what an idle server
 *                                 and its engine take
 *   --from-empty                  new promoters save 10,000 and 40,000 contacts, then every list without an ANALYZE, instead of the parts
 *   --out <file>                  where the figures go, .bench/server-<time>.json when left out
 *   --page <file>                 repeatable, alone: makes FIGURES.md out of such files; --note says what is to know of them
 *
 * Ends with 1 when something was lost, doubled or answered wrongly. A missed target of speed is shown, not judged:
 * that depends on the machine.
 */
import { parseArgs } from 'node:util';
import { writeFound } from '../figures.ts';
import { COMPARED_PARTS, runAgainstFloor } from './against-floor.ts';
import { type Durability, openBenchEngine, setDurability } from './engine.ts';
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

const durabilities = choose<Durability>('durability', ['durable', 'quick'], values.durability);
const parts = values.floor ? COMPARED_PARTS : Object.keys(PARTS);
const only = values.only ?? parts;
for (const name of only) choose('only', parts, name);
const size = choose('size', ['demo', '10k', '200k', 'load'], values.size ?? 'demo')[0] ?? 'demo';
const processes = Number(values.processes ?? 1);
if (processes > 1 && (values.storm || values.idle)) {
  console.error('--processes is for the parts and the soak');
  process.exit(2);
}
const usual = values.floor ? SLICE_S : USUAL_S;
const seconds = Number(values.seconds ?? (values.quick ? QUICK_S : usual));

// The server ends by itself when its channel to here is closed, the engine when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const began = new Date();
const runs: Run[] = [];
const engine = await openBenchEngine({ url: values.url, folder: values.data, processes });
try {
  // Filled without waiting for the disk: that is no part of what is measured.
  await setDurability(engine, 'quick');
  await (values['from-empty'] ? benchFromEmpty() : bench());
} finally {
  await engine.end();
}

const file = values.out ?? `${FOLDER}/server-${began.toISOString().replaceAll(/[:.]/g, '-')}.json`;
writeFound(file, began, 'bench:server', { runs });
const wrong = runs.flatMap(run => run.wrong);
for (const each of wrong) console.error(`WRONG ${each}`);
process.exitCode = wrong.length > 0 ? 1 : 0;

async function bench(): Promise<void> {
  const { seconds: filledS } = await fill(engine, size);
  const about = await aboutFirm();
  console.log(`\n${JSON.stringify(about)}, ready after ${Math.round(filledS)} s`);
  for (const durability of durabilities) {
    await setDurability(engine, durability);
    runs.push({ ...about, durability, size, filledS, ...(await runOne()) });
  }
}

/** Without all that `fill` does for a database that has lived for a while, and with nobody who would do it meanwhile. */
async function benchFromEmpty(): Promise<void> {
  await engine.set({ autovacuum: 'off' });
  const ran = await runFromEmpty(engine).finally(() => engine.set({ autovacuum: 'on' }));
  runs.push({ ...(await aboutFirm()), durability: 'quick', size: 'from empty', filledS: 0, ...ran });
}

async function aboutFirm() {
  return { firm: await engine.withData(sizeOfFirm), databaseMb: (await engine.state()).mb };
}

function runOne() {
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
