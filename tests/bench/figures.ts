import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { dirname } from 'node:path';

/** What was measured of one thing: all runs, in the unit that its name says. */
export type Figure = { median: number; p95: number; min: number; max: number; runs: number };

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other);
  const [min = Number.NaN] = sorted;
  const max = sorted.at(-1) ?? Number.NaN;
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const spread = { p95: round(p95), min: round(min), max: round(max) };
  return { median: round((lower + upper) / 2), ...spread, runs: sorted.length };
}

/** A ratio or a size is not worth more than three digits behind the point. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** A limit that was set for a figure, and whether it is kept; `null` where there is no figure. */
export type Verdict = { name: string; value: number; budget: number; kept: boolean };

export function verdict(name: string, value: number, budget: number): Verdict {
  return { name, value: round(value), budget, kept: value <= budget };
}

/** What one part of the bench found. */
export type Findings = { figures: Record<string, Figure>; verdicts: Verdict[]; notes?: string[] };

/** Collects runs by name, in the order in which the names first came. */
export type Runs = { add: (name: string, value: number) => void; figures: () => Record<string, Figure> };

export function collectRuns(): Runs {
  const runs = new Map<string, number[]>();
  return {
    add: (name, value) => void runs.set(name, [...(runs.get(name) ?? []), value]),
    figures: () => Object.fromEntries([...runs].map(([name, values]) => [name, figureOf(values)])),
  };
}

/** NaN where it was not measured. */
export function medianOf(figures: Record<string, Figure>, name: string): number {
  return figures[name]?.median ?? Number.NaN;
}

/** The ratio of two medians. */
export function ratio(figures: Record<string, Figure>, over: string, under: string): number {
  return round(medianOf(figures, over) / medianOf(figures, under));
}

/** What every file of a run has. */
export type Written = {
  began: string;
  command: string;
  machine: { cpu?: string; cores: number; node: string; kernel: string };
};

/** Writes what was found by that command, with the machine that it was found on. */
export function writeFound(file: string, began: Date, command: string, found: object): void {
  mkdirSync(dirname(file), { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, kernel: release() };
  const options = process.argv.slice(2).join(' ');
  const written = { began, command: `npm run ${command} -- ${options}`.trim(), machine, ...found };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
  console.log(`\nWritten to ${file} in ${Math.round((Date.now() - began.getTime()) / 1000)} s`);
}

/** Reads what the same bench wrote. */
export function readFound<Run extends Written>(file: string): Run {
  return JSON.parse(readFileSync(file, 'utf8')) as Run;
}

/** When and on which machine it ran. */
export function describeRun({ began, machine }: Written): string {
  const { cores, cpu = 'CPU', kernel, node } = machine;
  return `${began.slice(0, 16).replace('T', ' ')}, ${cores} × ${cpu}, Linux ${kernel}, Node ${node}`;
}

/** Writes a page of paragraphs. */
export function savePage(page: string, paragraphs: readonly string[]): void {
  writeFileSync(page, `${paragraphs.join('\n\n')}\n`);
  console.log(`Written to ${page}`);
}

/** Of fewer runs it is their maximum. */
const WORTH_P95 = 20;

/** The findings of one part as a short table. */
export function print(name: string, { figures, verdicts, notes = [] }: Findings, seconds: number): void {
  console.log(`\n── ${name} (${Math.round(seconds)} s)`);
  const rows = Object.entries(figures);
  const width = Math.max(
    0,
    ...[...Object.keys(figures), ...verdicts.map(each => each.name)].map(each => each.length),
  );
  for (const [title, { median, p95, min, max, runs }] of rows) {
    const tail = runs >= WORTH_P95 ? `, p95 ${short(p95)}` : '';
    const spread = runs > 1 ? `   ${short(min)} … ${short(max)}${tail}, ${runs} runs` : '';
    console.log(`${title.padEnd(width)}  ${short(median).padStart(8)}${spread}`);
  }
  for (const { name: title, value, budget, kept } of verdicts) {
    console.log(`${title.padEnd(width)}  ${short(value).padStart(8)}   ${kept ? '≤' : 'OVER'} ${budget}`);
  }
  for (const note of notes) console.log(note);
}

export function short(value: number): string {
  return String(Math.round(value * (Math.abs(value) < 20 ? 100 : 1)) / (Math.abs(value) < 20 ? 100 : 1));
}
