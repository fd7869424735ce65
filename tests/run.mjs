/**
 * `npm test`: everything, on a fresh clone, with Node alone to begin with. Installs what is missing,
 * checks, builds, runs every suite (the server's on both engines), and ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './runner/packages.mjs';
import { startPostgres } from './runner/postgres.mjs';
import { countSuite, worthAnotherTry } from './runner/report.mjs';
import { run, stopAll } from './runner/run.mjs';
import { findTools } from './runner/tools.mjs';

const reports = mkdtempSync(join(tmpdir(), 'promo-test-'));
const tally = { passed: 0, failed: 0 };

/** Of a check's output, where all that failed is told again. */
const FEW_LINES = 6;

/** What failed, in words: told again at the end, where one looks first. */
const failures = [];

/** What passed only when it was run again: no failure, and nothing to be silent about. */
const unsteady = [];

function add(name, { passed, failed, failures: named = [], notes = [] }) {
  tally.passed += passed;
  tally.failed += failed;
  failures.push(...[...named, ...notes].map(words => `${name}: ${words}`));
  console.log(`── ${name}: ${passed} passed, ${failed} failed`);
  for (const note of notes) console.log(`   ${note}`);
}

/** A step that is one check: its exit code is its verdict. */
async function check(name, command, args) {
  const { code, output, seconds } = await run(command, args);
  console.log(`\n── ${name} (${seconds} s)\n${output.trim()}`);
  if (code === 0) add(name, { passed: 1, failed: 0 });
  else missing(name, `ended with ${code}\n${output.trim().split('\n').slice(0, FEW_LINES).join('\n')}`);
  return code === 0;
}

/**
 * A Vitest run over some projects. Each of `folders` must hold at least one test that ran. `isPatient`: few files that
 * failed are run once more, alone, because on two cores a browser that waits for the other one proves nothing.
 */
async function suite(name, { isPatient = false, ...what }) {
  const first = await vitest(name, what);
  const files = isPatient ? worthAnotherTry(first.report, first.counted) : [];
  if (files.length === 0) return add(name, first.counted);
  const { passed, failed, failures: named } = first.counted;
  console.log(`\n── ${name}: ${failed} failed, once more alone: ${files.join(', ')}`);
  const again = await vitest(`${name} again`, { ...what, folders: files, files });
  if (again.counted.failed > 0) return add(name, first.counted);
  unsteady.push(...named);
  add(name, { passed: passed + failed, failed: 0 });
}

async function vitest(name, { projects, folders, env = {}, flags = [], files = [] }) {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.map(project => `--project=${project}`);
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...files, ...chosen, ...reporters, ...flags];
  const { code, output, seconds } = await run(process.execPath, command, env);
  console.log(`\n── ${name} (${seconds} s)\n${output.trim()}`);
  return { report, counted: countSuite(report, folders, code) };
}

function missing(name, note) {
  add(name, { passed: 0, failed: 1, notes: [note] });
}

async function checksAndUnits() {
  await check('types', 'node_modules/.bin/tsc', ['-b']);
  await check('lint', 'node_modules/.bin/biome', ['check', '--error-on-warnings', '.']);
  await suite('unit, sync, contract and server on the embedded engine', {
    projects: ['unit', 'unit-dom', 'architecture', 'sync', 'contract', 'server'],
    folders: ['src/', 'tests/architecture/', 'tests/sync/', 'tests/contract/', 'server/'],
    // Vitest leaves one core to itself and would use the other alone.
    flags: ['--maxWorkers=2'],
    isPatient: true,
  });
  await suite('the outbox under faults: model, crash points, mutants', {
    projects: ['faults'],
    folders: ['tests/faults/model/', 'tests/faults/mutants/'],
    flags: ['--maxWorkers=2'],
  });
}

const ON_POSTGRES = 'contract and server on PostgreSQL';

async function buildAndPostgres(tools) {
  const isBuilt = await check('build', 'npm', ['run', '--silent', 'build']);
  const { postgres } = await tools;
  if (postgres.error) missing(ON_POSTGRES, postgres.error);
  else await suiteOnPostgres(postgres.bin);
  await nemesis(tools, isBuilt);
  return isBuilt;
}

/** Beside the other lane: a busy machine is one trouble more. */
async function nemesis(tools, isBuilt) {
  await inChromium('the outbox under faults: nemesis', tools, isBuilt, {
    projects: ['nemesis'],
    folders: ['tests/faults/nemesis/'],
  });
}

async function suiteOnPostgres(bin) {
  let database;
  try {
    database = await startPostgres(bin);
    await suite(ON_POSTGRES, {
      projects: ['contract', 'server', 'postgres'],
      folders: ['tests/contract/', 'server/', 'tests/postgres/'],
      env: { TEST_DATABASE_URL: database.url },
      // Whole processes on one folder are the embedded engine's own affair.
      flags: [
        '--maxWorkers=1',
        ...['server/main.test.ts', 'server/killed.test.ts', 'server/cli/admin.test.ts'].map(
          file => `--exclude=${file}`,
        ),
      ],
    });
    const isUsed = await database.wasUsed();
    if (!isUsed) missing('PostgreSQL', 'No test touched PostgreSQL: TEST_DATABASE_URL is not heeded');
  } catch (reason) {
    missing(ON_POSTGRES, String(reason));
  } finally {
    await database?.stop();
  }
}

async function journeys(tools, isBuilt) {
  await inChromium('journeys', tools, isBuilt, {
    projects: ['journeys'],
    folders: ['tests/pwa/', 'tests/journeys/'],
    isPatient: true,
  });
}

async function inChromium(name, tools, isBuilt, what) {
  const { chromium } = await tools;
  if (chromium.error) return missing(name, chromium.error);
  if (!isBuilt) return missing(name, 'There is no build to travel through');
  await suite(name, { ...what, env: { CHROMIUM_PATH: chromium.path } });
}

async function all() {
  const installed = await installPackages();
  if (installed.error) return missing('packages', installed.error);
  const tools = findTools();
  // Two lanes for two cores; the journeys come last and alone, because they watch the clock.
  const [isBuilt] = await Promise.all([buildAndPostgres(tools), checksAndUnits()]);
  await journeys(tools, isBuilt);
}

const startedAt = Date.now();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopAll();
    process.exit(1);
  });
}
try {
  await all();
} catch (reason) {
  missing('the test runner', reason instanceof Error ? reason.stack : String(reason));
} finally {
  stopAll();
  rmSync(reports, { recursive: true, force: true });
}
if (unsteady.length > 0) console.log(`\n── Passed only at the second try\n${unsteady.join('\n')}`);
if (failures.length > 0) console.log(`\n── What failed\n${failures.join('\n')}`);
console.log(`\nThe whole run took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
