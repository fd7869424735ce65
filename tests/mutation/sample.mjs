/**
 * Two plugins for Stryker. The checker lets a sample of the mutants through, drawn by their content: the same ones are
 * drawn again after the files around them have changed. The reporter holds what was found against `killed.txt`, the
 * mutants that were killed before: none of them may survive.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const LIST = 'tests/mutation/killed.txt';
const KILLED = new Set(['Killed', 'Timeout']);
const PERCENT = Number(process.env.MUTATION_PERCENT ?? 10);

/** What a mutant is known by: its file, the text that is replaced and what stands there instead. Lines count from 0. */
function keyOf(file, source, { location: { start, end }, mutatorName, replacement }) {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  const words = [file, mutatorName, lines.join('\n'), '→', replacement];
  return words.join(' ').replaceAll(/\s+/g, ' ');
}

function hashOf(key) {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

function isDrawn(key) {
  return Number.parseInt(hashOf(key).slice(0, 8), 16) / 2 ** 32 < PERCENT / 100;
}

const sampleChecker = () => ({
  async init() {},
  group: mutants => [mutants.map(({ id }) => id)],
  async check(mutants) {
    const drawn = { status: 'passed' };
    const others = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(
      mutants.map(mutant => {
        const file = relative(process.cwd(), mutant.fileName).replace(/^\.stryker-tmp\/[^/]+\//, '');
        return [mutant.id, isDrawn(keyOf(file, readFileSync(file, 'utf8'), mutant)) ? drawn : others];
      }),
    );
  },
});

/** Reports count lines and columns from 1. */
const fromZero = ({ line, column }) => ({ line: line - 1, column: column - 1 });

const UNTRIED = new Set(['CompileError', 'Ignored']);

/** Key → how its mutants ended: the same text may stand in a file more than once. */
function endingsOf(files) {
  const endings = new Map();
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const { location, ...mutant } of mutants.filter(({ status }) => !UNTRIED.has(status))) {
      const [start, end] = [fromZero(location.start), fromZero(location.end)];
      const key = keyOf(file, source, { ...mutant, location: { start, end } });
      endings.set(key, [...(endings.get(key) ?? []), mutant.status]);
    }
  }
  return endings;
}

const killedReporter = () => ({
  onMutationTestReportReady({ files }) {
    const known = new Set(existsSync(LIST) ? readFileSync(LIST, 'utf8').split('\n').filter(Boolean) : []);
    const endings = endingsOf(files);
    const isKilled = statuses => statuses.every(status => KILLED.has(status));
    const lost = [...endings].filter(([key, statuses]) => known.has(hashOf(key)) && !isKilled(statuses));
    const killed = [...endings].filter(([, statuses]) => isKilled(statuses)).map(([key]) => hashOf(key));
    process.stdout.write(`${killed.length} of ${endings.size} mutants were killed.\n`);
    for (const [key] of lost) process.stdout.write(`Was killed and survives: ${key}\n`);
    if (process.env.MUTATION_ADD) {
      writeFileSync(LIST, `${[...new Set([...known, ...killed])].sort().join('\n')}\n`);
    }
    if (lost.length > 0) process.exitCode = 1;
  },
});

sampleChecker.inject = [];
killedReporter.inject = [];
export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: sampleChecker },
  { kind: 'Reporter', name: 'killed', factory: killedReporter },
];
