/** FIGURES.md out of what runs wrote: never by hand. Of several runs stands the median of what each has found. */
import { markdownTable, type Row } from '#tests/support/markdown-table.ts';
import {
  describeRun,
  type Findings,
  figureOf,
  readFound,
  savePage,
  short,
  type Verdict,
  type Written,
} from './figures.ts';

const PAGE = 'tests/bench/FIGURES.md';

/** What a run wrote, see main.ts. */
type Run = Written & { found: Record<string, Findings> };

/** The runs of one version, e.g. those before a change. */
type Version = { title: string; runs: readonly Run[] };

/** Writes the page of those runs; `note` is what is to be known of them. */
export function writePage(
  files: Readonly<Record<string, readonly string[]>>,
  note: string | undefined,
): void {
  const versions = Object.entries(files)
    .map(([title, paths]) => ({ title, runs: paths.map(path => readFound<Run>(path)) }))
    .filter(({ runs }) => runs.length > 0);
  const parts = new Set(versions.flatMap(({ runs }) => runs.flatMap(({ found }) => Object.keys(found))));
  savePage(PAGE, [
    '# Figures of the page',
    'Written by `npm run bench -- --before <files> --after <files>` from what the runs wrote, never by hand. App, floor and peer by turns in each run; several runs of a version are told by the median of their medians, with the lowest and the highest of them.',
    ...(note ? [note] : []),
    ...[...parts].flatMap(part => sectionOf(part, versions)),
    '## The runs',
    versions
      .flatMap(({ title, runs }) => runs.map(run => `- ${title}: \`${run.command}\`, ${describeRun(run)}`))
      .join('\n'),
  ]);
}

function sectionOf(part: string, versions: readonly Version[]): string[] {
  const found = versions.map(({ title, runs }) => ({
    title,
    runs: runs.flatMap(run => run.found[part] ?? []),
  }));
  const titles = found.map(({ title, runs }) => `${title} (${runs.length} runs)`);
  const limits = namesOf(found.map(({ runs }) => runs.flatMap(run => run.verdicts.map(({ name }) => name))));
  const figures = namesOf(found.map(({ runs }) => runs.flatMap(run => Object.keys(run.figures))));
  const limitRow = (name: string): Row => {
    const verdicts = found.map(({ runs }) =>
      runs.flatMap(run => run.verdicts.filter(each => each.name === name)),
    );
    return [name, ...verdicts.map(keptOrMissed), `≤ ${verdicts.flat().at(-1)?.budget}`];
  };
  const figureRow = (name: string): Row => [
    name,
    ...found.map(({ runs }) => spreadOf(runs.flatMap(run => run.figures[name]?.median ?? []))),
  ];
  return [
    `## ${part}`,
    markdownTable(['limit', ...titles, ''], limits.map(limitRow)).join('\n'),
    markdownTable(['figure', ...titles], figures.map(figureRow)).join('\n'),
  ];
}

function namesOf(names: readonly string[][]): string[] {
  return [...new Set(names.flat())];
}

function keptOrMissed(verdicts: readonly Verdict[]): string {
  const [{ budget } = { budget: 0 }] = verdicts;
  const { median } = figureOf(verdicts.map(({ value }) => value));
  return `${spreadOf(verdicts.map(({ value }) => value))}${median > budget ? ' **missed**' : ''}`;
}

function spreadOf(values: readonly number[]): string {
  if (values.length === 0) return '';
  const { median, min, max } = figureOf(values);
  return values.length === 1 ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}
