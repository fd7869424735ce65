import { type Cell, type Role, roleOf } from './columns.ts';

/** `isWhole`: it has as many cells as the first line, and its quotes are closed. */
export type CsvRow = { cells: Cell[]; isWhole: boolean };

/** An address book as a table. `unknown`: headings that say nothing known, each with a value below it. */
export type AddressTable = { rows: CsvRow[]; unknown: Cell[] };

const SEPARATORS = [',', ';', '\t'];
const NAMES: readonly (Role | null)[] = ['family', 'given', 'formatted', 'phone'];

/** Reads a CSV of an address book by its headings; null if the first line has none of them. */
export async function readAddressCsv(text: string): Promise<AddressTable | null> {
  const { default: Papa } = await import('papaparse');
  const head = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0] ?? [];
  const headings = SEPARATORS.map(head).reduce((most, each) => (each.length > most.length ? each : most));
  const delimiter = SEPARATORS.find(each => head(each).length === headings.length) ?? ',';
  if (!isHead(headings)) return null;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = new Set(errors.map(({ row }) => row));
  const rows = data.slice(1).flatMap((values, at) => {
    const cells = values.map((value, column) => ({ heading: headings[column]?.trim() ?? '', value }));
    const filled = cells.filter(({ value }) => value.trim() !== '');
    const isWhole = !broken.has(at + 1) && values.length <= headings.length;
    return filled.length === 0 ? [] : [{ cells: filled, isWhole }];
  });
  const filled = rows.flatMap(({ cells }) => cells);
  const unknown = headings.filter(heading => roleOf(heading.trim()) === null);
  const examples = unknown.flatMap(name => filled.find(({ heading }) => heading === name.trim()) ?? []);
  return { rows, unknown: [...new Set(examples)] };
}

/** A single word may be a person's name or note: two columns of a table are recognised. */
function isHead(headings: readonly string[]): boolean {
  const roles = headings.map(roleOf).filter(role => role !== null);
  return (
    roles.length > 1 && roles.some(role => NAMES.includes(role)) && !headings.some(each => /\d{5}/.test(each))
  );
}
