export type Row = readonly (string | number)[];

/** The lines of a Markdown table as the formatter would have it: every column as wide as its widest cell. */
export function markdownTable(head: Row, rows: readonly Row[]): string[] {
  const cells = [head, ...rows].map(row => row.map(cell => String(cell).replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...cells.map(row => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)];
}
