import { markdownTable, type Row } from '#tests/support/markdown-table.ts';
import { READY_MADE } from './comparison/ready-made.ts';
import {
  type AllFigures,
  type Compared,
  type FaultCounts,
  type MutantVerdict,
  type NemesisFigures,
  type Outcome,
  PARTS,
  type Part,
  type Run,
} from './figures.ts';

const SECOND_MS = 1_000;

/** The figures as the page FIGURES.md: a table of figure | value, then the faults and the mutants. */
export function figuresPage(figures: AllFigures): string {
  const { model, nemesis, mutants, tests } = figures;
  return [
    '# Figures of the attacks',
    '',
    'Written by the run itself, never by hand.',
    '',
    ...markdownTable(
      ['part', 'run by', 'at', 'on'],
      PARTS.map(part => runRow(part, figures.runs[part])),
    ),
    '',
    ...markdownTable(['figure', 'value'], rowsOf(figures)),
    '',
    "## On the firm's own backend, a Laravel",
    '',
    ...markdownTable(['figure', '5.4', '8'], laravelRows(figures)),
    '',
    '## Faults by kind',
    '',
    ...markdownTable(['in real browsers', 'times'], faultRows(nemesis.faults)),
    '',
    ...markdownTable(['in the model', 'times'], faultRows(model.faults)),
    '',
    ...markdownTable(['in tests of their own', 'times'], faultRows(tests)),
    '',
    `## Beside ${READY_MADE}`,
    '',
    'So many entries of 20 that met the fault once each, and then had hours of good network: arrived once · still kept, and',
    'shown · doubled · lost. The ready-made queue was given a key with each entry.',
    '',
    ...markdownTable(['fault', 'ours', 'ready-made'], figures.comparison.map(comparedRow)),
    '',
    '## Mutants',
    '',
    ...markdownTable(['rule', 'mutants', 'found', 'not found'], mutantRows(mutants)),
    '',
  ].join('\n');
}

const ONLY_KEYED = 'doubled, on a backend that honours keys';

const NEMESIS_ROWS: readonly (readonly [name: string, read: (nemesis: NemesisFigures) => number | string])[] =
  [
    ['entries acknowledged in real browsers', nemesis => nemesis.acknowledged],
    ['faults met in real browsers', nemesis => totalOf(nemesis.faults)],
    ['lost', nemesis => nemesis.lost],
    [ONLY_KEYED, nemesis => nemesis.doubledKeyed],
    ['doubled, on a backend without keys: by us', nemesis => nemesis.doubledByUs],
    ["doubled, on a backend without keys: by the browser's own re-send", nemesis => nemesis.doubledByBrowser],
    ['of the doubled ones found and shown by the app', nemesis => nemesis.detected],
    ['in the wrong order', nemesis => nemesis.wrongOrder],
    ['orders without their contact', nemesis => nemesis.orphans],
    ['sent as the wrong user', nemesis => nemesis.wrongUser],
    ['stuck after healing', nemesis => nemesis.stuck],
    ['from healing to an empty outbox, median, s', nemesis => seconds(median(nemesis.toEmptyMs))],
    ['from healing to an empty outbox, slowest, s', nemesis => seconds(Math.max(0, ...nemesis.toEmptyMs))],
  ];

/** A Laravel honours no keys. */
function laravelRows({ laravel }: AllFigures): Row[] {
  const without = NEMESIS_ROWS.filter(([name]) => name !== ONLY_KEYED);
  return without.map(([name, read]) => [name, read(laravel['5.4']), read(laravel['8'])]);
}

function rowsOf({ model, nemesis, mutants }: AllFigures): Row[] {
  const killed = mutants.filter(({ killedBy }) => killedBy !== '').length;
  return [
    ...NEMESIS_ROWS.map(([name, read]) => [name, read(nemesis)] as const),
    ['token expiries', nemesis.expiries],
    ['token renewals per expiry', ratio(nemesis.refreshes, nemesis.expiries)],
    ['model: runs', model.runs],
    ['model: steps', model.steps],
    ['model: entries acknowledged', model.entries],
    ['model: faults met', totalOf(model.faults)],
    ['crash points, each crashed at', model.crashPoints],
    ['mutants found', `${killed} of ${mutants.length}`],
    ['share of entries lost or doubled, 95 % bound (3/n)', bound(nemesis.acknowledged)],
  ];
}

function comparedRow({ fault, ours, readyMade }: Compared): Row {
  const received = ({ arrived, kept, doubled, lost }: Outcome) => [arrived, kept, doubled, lost].join(' · ');
  return [fault, received(ours), received(readyMade)];
}

function runRow(part: Part, run: Run | undefined): Row {
  return run ? [part, `\`${run.command}\``, run.at, run.machine] : [part, 'not run yet', '', ''];
}

/** After n entries of which none failed, the true share is with 95 % certainty below 3/n. */
function bound(acknowledged: number): string {
  return acknowledged > 0 ? (3 / acknowledged).toFixed(5) : '–';
}

function faultRows(faults: FaultCounts): Row[] {
  const met = Object.entries(faults).filter(([, times]) => times > 0);
  return met.sort(([one], [other]) => one.localeCompare(other, 'en'));
}

/** What was taken out for each rule: the first of those that a mutant breaks. */
function mutantRows(mutants: readonly MutantVerdict[]): Row[] {
  const rules = [...new Set(mutants.map(ruleOf))].sort(
    (one, other) => Number(one.slice(1)) - Number(other.slice(1)),
  );
  return rules.map(rule => {
    const all = mutants.filter(mutant => ruleOf(mutant) === rule);
    const living = all.filter(({ killedBy }) => killedBy === '').map(({ name }) => name);
    return [rule, all.length, all.length - living.length, living.join(', ')];
  });
}

function ruleOf({ rule }: MutantVerdict): string {
  return rule.split(' ')[0] ?? '';
}

function totalOf(faults: FaultCounts): number {
  return Object.values(faults).reduce((sum, times) => sum + times, 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function seconds(milliseconds: number): string {
  return (milliseconds / SECOND_MS).toFixed(1);
}

function ratio(part: number, whole: number): string {
  return whole > 0 ? (part / whole).toFixed(2) : '–';
}
