/**
 * What a run is made of. A check is one command whose exit code is its verdict. A suite is one Vitest run over some
 * projects of vite.config.ts: its `parts`, each with the folders in which at least one test must run. `needs`: what must be
 * there first. `flags`: for Vitest. `reach`: a change of these paths can reach it (`--changed`); a suite without goes by imports.
 */
export const CHECKS = {
  // Several checkers take twice the processor for what they do twice.
  types: ['node_modules/.bin/tsc', ['-b', '--singleThreaded']],
  lint: ['node_modules/.bin/biome', ['check', '--error-on-warnings', '.']],
  build: ['npm', ['run', '--silent', 'build']],
};

const PRODUCT = /^(src|sw|server|public|index\.html|vite\.config\.ts|package)/;
const FOR_SERVER =
  /^(server|src\/(kit|domain|contract|validation)|tests\/(contract|postgres|support)|package)/;
const FOR_OUTBOX = /^(src\/(?!ui|app)|sw|tests\/(sync|faults|support)|package)/;

const FOR_TABLES = /^(src\/(kit|ui\/table)|tests\/spreadsheets|package)/;

const IN_BROWSER = { needs: ['chromium', 'build'], reach: new RegExp(`${PRODUCT.source}|^tests/`) };
/** Left to itself, Vitest keeps one of two cores free. */
const ONE_QUEUE = ['--maxWorkers=1'];
const BOTH_CORES = ['--maxWorkers=2'];

/** Stages follow each other; the queues of a stage run side by side, what is in a queue one after the other. */
export const QUICK = [
  [
    [
      suite(
        'unit, screens, architecture, sync, contract and server',
        {
          unit: 'src/',
          'unit-dom': 'src/',
          architecture: 'tests/architecture/',
          sync: 'tests/sync/',
          contract: 'tests/contract/',
          server: ['server/', 'tests/postgres/'],
        },
        { flags: BOTH_CORES },
      ),
    ],
    [
      'types',
      'lint',
      'build',
      suite('main jobs in a browser', { 'main-jobs': 'tests/journeys/main/' }, IN_BROWSER),
    ],
  ],
];

/** What `npm run test:all` adds. The journeys have the machine for themselves, because people's patience is part of them. */
export const REST = [
  [
    [
      suite(
        'every case of screens, sync, contract and server',
        {
          'every-unit-dom': 'src/',
          'every-sync': 'tests/sync/',
          'every-contract': 'tests/contract/',
          'every-server': ['server/', 'tests/postgres/'],
        },
        { flags: ONE_QUEUE },
      ),
      suite(
        'several servers on one database',
        { 'postgres-processes': 'tests/postgres/processes/' },
        { needs: ['tracers'], reach: FOR_SERVER, flags: ONE_QUEUE },
      ),
    ],
    [
      suite(
        'the outbox under faults',
        { faults: ['tests/faults/model/', 'tests/faults/mutants/'] },
        { reach: FOR_OUTBOX, flags: ONE_QUEUE },
      ),
      suite(
        'files in spreadsheets',
        { spreadsheets: 'tests/spreadsheets/' },
        { needs: ['spreadsheets'], reach: FOR_TABLES },
      ),
      suite('server processes', { processes: 'server/' }, { reach: FOR_SERVER, flags: ONE_QUEUE }),
      suite('the outbox in browsers that are killed', { nemesis: 'tests/faults/nemesis/' }, IN_BROWSER),
    ],
  ],
  [[suite('journeys', { journeys: ['tests/journeys/', 'tests/pwa/'] }, IN_BROWSER)]],
];

function suite(name, parts, { needs = [], reach = null, flags = [] } = {}) {
  return { name, parts, needs, reach, flags };
}

/** Every name that `--only` takes. */
export function partsOf(stages) {
  return stages.flat(2).flatMap(step => (typeof step === 'string' ? step : Object.keys(step.parts)));
}

/** What its suites need. */
export function needsOf(stages) {
  return [...new Set(stages.flat(2).flatMap(step => (typeof step === 'string' ? [] : step.needs)))];
}

/** The stages with nothing in them but these parts, and the build where one of them needs it; null: everything. */
export function chosen(stages, only) {
  if (only === null) return stages;
  const needsBuild = suites => suites.some(({ needs }) => needs.includes('build'));
  const narrowed = stages.map(queues => queues.map(queue => queue.flatMap(step => narrow(step, only))));
  if (!needsBuild(narrowed.flat(2).filter(step => typeof step !== 'string'))) return narrowed;
  return only.includes('build') ? narrowed : [[['build']], ...narrowed];
}

function narrow(step, only) {
  if (typeof step === 'string') return only.includes(step) ? [step] : [];
  const parts = Object.fromEntries(Object.entries(step.parts).filter(([part]) => only.includes(part)));
  return Object.keys(parts).length > 0 ? [{ ...step, parts }] : [];
}
