import type { Findings } from './figures.ts';

/** Of fewer runs it is their maximum. */
const WORTH_P95 = 20;

/** The findings of one part as a short table. */
export function print(name: string, { figures, verdicts, notes = [] }: Findings, seconds: number): void {
  console.log(`\n── ${name} (${Math.round(seconds)} s)`);
  const rows = Object.entries(figures);
  const width = Math.max(
    ...rows.map(([title]) => title.length),
    ...verdicts.map(each => each.name.length),
    0,
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

function short(value: number): string {
  return String(Math.round(value * (Math.abs(value) < 20 ? 100 : 1)) / (Math.abs(value) < 20 ? 100 : 1));
}
