/**
 * `npm test`: what is run before each commit. `npm run test:all`: that, and then everything else. On a fresh clone, with
 * Node alone to begin with: installs what is missing, checks, builds, runs the suites, ends with `N passed, N failed`.
 *
 * `-- --only <part>` (repeatable) runs parts alone, `-- --changed` what the difference to `--base` (HEAD) can reach,
 * `-- --cost hold|write` compares what the quick tier costs with what is written down, or writes it down (runner/cost.mjs).
 * tests/README.md tells what each part proves.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { costOf, growth, readCost, writeCost } from './runner/cost.mjs';
import { installPackages } from './runner/packages.mjs';
import { CHECKS, chosen, needsOf, partsOf, QUICK, REST } from './runner/parts.mjs';
import { countSuite, durationsOf } from './runner/report.mjs';
import { cpuSeconds, run, stopAll } from './runner/run.mjs';
import { findTools } from './runner/tools.mjs';

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    changed: { type: 'boolean', default: false },
    base: { type: 'string', default: 'HEAD' },
    cost: { type: 'string' },
  },
});

const reports = mkdtempSync(join(tmpdir(), 'promo-test-'));
const tally = { passed: 0, failed: 0 };
const SLOWEST = 10;

/** Of a check's output, where all that failed is told again. */
const FEW_LINES = 6;

/** What failed, in words: told again at the end, where one looks first. */
const failures = [];

/** How long each file took. */
const durations = [];

/** Which checks passed: nobody travels through a build that failed. */
const isPassed = new Map();

function add(name, { passed, failed, failures: named = [], notes = [] }) {
  tally.passed += passed;
  tally.failed += failed;
  failures.push(...[...named, ...notes].map(words => `${name}: ${words}`));
  console.log(`── ${name}: ${passed} passed, ${failed} failed`);
  for (const note of notes) console.log(`   ${note}`);
}

function missing(name, note) {
  add(name, { passed: 0, failed: 1, notes: [note] });
}

function show(name, { output, seconds, cpu }) {
  console.log(`\n── ${name} (${Math.round(seconds)} s, ${Math.round(cpu)} CPU-s)\n${output.trim()}`);
}

async function check(name) {
  const ended = await run(...CHECKS[name]);
  show(name, ended);
  isPassed.set(name, ended.code === 0);
  if (ended.code === 0) return add(name, { passed: 1, failed: 0 });
  const said = ended.output.trim().split('\n').slice(0, FEW_LINES);
  missing(name, [`ended with ${ended.code}`, ...said].join('\n'));
}

/** One Vitest run over the parts of a suite. */
async function vitest({ name, parts, reach, flags }, env) {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const byImports = options.changed && reach === null;
  const ended = await run(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${report}`,
      ...Object.keys(parts).map(part => `--project=${part}`),
      ...flags,
      ...(byImports ? [`--changed=${options.base}`, '--passWithNoTests'] : []),
    ],
    env,
  );
  show(name, ended);
  add(name, countSuite(report, byImports ? [] : Object.values(parts).flat(), ended.code));
  durations.push(...durationsOf(report));
}

async function suite(what, tools) {
  const found = await tools;
  const [lacking] = what.needs.flatMap(need => {
    if (need === 'build') return isPassed.get('build') ? [] : ['There is no build to travel through'];
    return found[need].error ?? [];
  });
  if (lacking) return missing(what.name, lacking);
  await vitest(what, what.needs.includes('chromium') ? { CHROMIUM_PATH: found.chromium.path } : {});
}

/** What a change of these paths can reach; of the checks, all. */
function isReached(step, changed) {
  return changed === null || !step.reach || changed.some(path => step.reach.test(path));
}

function changedPaths() {
  if (!options.changed) return null;
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', options.base), ...git('ls-files', '--others', '--exclude-standard')];
}

async function all(stages) {
  const installed = await installPackages();
  if (installed.error) return missing('packages', installed.error);
  const tools = findTools(needsOf(stages));
  const changed = changedPaths();
  for (const queues of stages) {
    await Promise.all(
      queues.map(async queue => {
        for (const step of queue.filter(each => isReached(each, changed))) {
          await (typeof step === 'string' ? check(step) : suite(step, tools));
        }
      }),
    );
  }
}

/** What a tier took: on the clock, and of the processors. */
async function timed(name, stages) {
  const [startedAt, before] = [Date.now(), cpuSeconds()];
  await all(stages);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const cpu = ((cpuSeconds() - before) / 60).toFixed(1);
  console.log(`\n${name} took ${Math.floor(seconds / 60)} min ${seconds % 60} s and ${cpu} CPU-minutes.`);
  return Number(cpu);
}

function compareCost(cpuMinutes) {
  const cost = costOf(cpuMinutes, durations);
  if (options.cost === 'write' && tally.failed === 0) writeCost(cost);
  if (options.cost !== 'hold') return;
  const grown = growth(readCost(), cost);
  if (grown.length > 0) missing('the cost of the quick tier', grown.join('\n'));
}

function unknownParts() {
  const known = partsOf([...QUICK, ...REST]);
  return (options.only ?? [])
    .filter(part => !known.includes(part))
    .map(part => `There is no part ${part} (${known.join(', ')})`);
}

function wrongCost() {
  const { cost, only, changed } = options;
  if (cost === undefined || (['hold', 'write'].includes(cost) && !only && !changed)) return [];
  return ['--cost takes hold or write, and all of the quick tier'];
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopAll();
    process.exit(1);
  });
}
try {
  const [unknown] = [...unknownParts(), ...wrongCost()];
  const only = options.only ?? null;
  if (unknown) missing('the options', unknown);
  else if (only) await timed('It', chosen([...QUICK, ...REST], only));
  else compareCost(await timed('The quick tier', QUICK));
  if (options.all && !only && !unknown) await timed('The rest', REST);
} catch (reason) {
  missing('the test runner', reason instanceof Error ? reason.stack : String(reason));
} finally {
  stopAll();
  rmSync(reports, { recursive: true, force: true });
}
const longest = durations.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
console.log(
  `\n── The slowest files\n${longest.map(({ seconds, path }) => `${seconds.toFixed(1)} s ${path}`).join('\n')}`,
);
if (failures.length > 0) console.log(`\n── What failed\n${failures.join('\n')}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
