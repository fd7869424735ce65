import type { Counted } from './count.ts';

/** Everybody's sums, as a table. */
export function tableOfSums(rows: readonly Counted[]): string {
  const head = ['contender', 'saves', 'acknowledged', 'lost', 'doubled', 'waiting'];
  const lines = rows.map(({ name, saves, acknowledged, lost, doubled, waiting }) =>
    [name, saves, acknowledged, lost, doubled, waiting].map(String),
  );
  return align([head, ...lines]);
}

/** One line for each case, and what it did to everybody; `cases` are in the order of the titles. */
export function tableOfCases(
  titles: readonly string[],
  rows: readonly { name: string; cases: readonly Counted[] }[],
): string {
  const lines = titles.map((title, at) => [title, ...rows.map(({ cases }) => inWords(cases[at]))]);
  return align([['case', ...rows.map(row => row.name)], ...lines]);
}

function inWords(row: Counted | undefined): string {
  if (!row) return '?';
  const { acknowledged, lost, doubled } = row;
  const harm = [lost > 0 ? `${lost} lost` : '', doubled > 0 ? `${doubled} doubled` : ''].filter(Boolean);
  return harm.length > 0 ? `${harm.join(', ')} of ${acknowledged}` : `all ${acknowledged} once`;
}

function align(lines: readonly string[][]): string {
  const [head = [], ...rest] = lines;
  const widths = head.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)));
  const print = (line: readonly string[]) =>
    `| ${widths.map((width, at) => (line[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [print(head), print(widths.map(width => '-'.repeat(width))), ...rest.map(print)].join('\n');
}
