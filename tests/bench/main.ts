/**
 * `npm run bench`: what the app costs on a cheap phone, measured in a real Chromium against floors of our own.
 * Every figure is the median of several runs, app, floor and peer by turns, because machines are noisy.
 *
 *   --only <part>     repeatable
 *   --quick           one run of each
 *   --out <file>      where the figures go, .bench/<time>.json when left out
 *   --before <file>   repeatable, with --after <file>: makes FIGURES.md out of such files; --note says what is to know of them
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { measureAdmin } from './admin.ts';
import { measureHeap, measurePicker, measureSearch } from './contacts.ts';
import { type Findings, print, writeFound } from './figures.ts';
import { writePage } from './figures-page.ts';
import { measureFirstSync } from './first-sync.ts';
import { measureModeration } from './moderation.ts';
import { measureOutbox } from './outbox.ts';
import { measureScrolling } from './scrolling.ts';
import { type BenchSetup, openSetup, SIZES } from './setup.ts';
import { measureColdStart, measureThread } from './start.ts';
import { measureVisits } from './visits.ts';
import { measureWarehouse } from './warehouse.ts';

type Part = (setup: BenchSetup, isQuick: boolean) => Promise<Findings>;

const PARTS: Readonly<Record<string, Part>> = {
  cold: (setup, isQuick) => measureColdStart(setup, isQuick ? 1 : 5),
  thread: (setup, isQuick) => measureThread(setup, isQuick ? 1 : 5),
  visits: (setup, isQuick) => measureVisits(setup, isQuick ? 1 : 5),
  search: (setup, isQuick) => measureSearch(setup, isQuick ? 1 : 5),
  picker: (setup, isQuick) => measurePicker(setup, isQuick ? 1 : 5),
  heap: setup => measureHeap(setup),
  sync: (setup, isQuick) => measureFirstSync(setup, isQuick ? 1 : 5),
  scrolling: (setup, isQuick) => measureScrolling(setup, isQuick ? 1 : 5),
  admin: (setup, isQuick) => measureAdmin(setup, isQuick ? 1 : 5),
  moderation: (_setup, isQuick) => measureModeration(isQuick),
  warehouse: (setup, isQuick) => measureWarehouse(setup, isQuick ? 1 : 3),
  outbox: (setup, isQuick) => measureOutbox(setup, isQuick ? 200 : 1_000),
};

/** The parts that look at books of several sizes; making those takes a while. */
const ON_BOOKS = new Set(['cold', 'thread', 'visits', 'search', 'picker', 'heap']);

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    before: { type: 'string', multiple: true, default: [] },
    after: { type: 'string', multiple: true, default: [] },
    note: { type: 'string' },
  },
});

const { before, after } = values;
if (before.length + after.length > 0) {
  writePage({ before, after }, values.note);
  process.exit(0);
}

const wanted = values.only ?? Object.keys(PARTS);
const unknown = wanted.filter(name => !PARTS[name]);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (status !== 0) process.exit(1);

const began = new Date();
const setup = await openSetup(wanted.some(name => ON_BOOKS.has(name)) ? SIZES : []);
const found: Record<string, Findings> = {};
try {
  for (const name of wanted) {
    const part = PARTS[name];
    if (!part) continue;
    const at = Date.now();
    found[name] = await part(setup, values.quick);
    print(name, found[name], (Date.now() - at) / 1000);
  }
} finally {
  await setup.end();
}

const file = values.out ?? `.bench/${began.toISOString().replaceAll(/[:.]/g, '-')}.json`;
writeFound(file, began, 'bench', { found });
