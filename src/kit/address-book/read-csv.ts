import { readPhones } from '../find-phones.ts';
import { type Cell, type Role, roleOf } from './columns.ts';

/** `isWhole`: it has as many cells as the first line, and its quotes are closed. */
export type CsvRow = { cells: Cell[]; isWhole: boolean };

/** An address book as a table. `unknown`: headings that say nothing known, each with a value below it. */
export type AddressTable = { rows: CsvRow[]; unknown: Cell[] };

const SEPARATORS = [',', ';', '\t'];
const NAMES: readonly (Role | null)[] = ['family', 'given', 'formatted', 'phone'];

/** A title, or the separator for Excel, may stand above the headings. */
const HEAD_LINES = 5;

/** Reads a CSV of an address book by its headings; null if none of the first lines has them. */
export async function readAddressCsv(text: string): Promise<AddressTable | null> {
  const { default: Papa } = await import('papaparse');
  const heads = SEPARATORS.flatMap(delimiter => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: HEAD_LINES });
    const above = data.findIndex(isHead);
    const hasPeople = data.slice(0, above).some(row => readPhones(row.join('\t')).phones.length > 0);
    return above < 0 || hasPeople ? [] : [{ delimiter, above, headings: data[above] ?? [] }];
  });
  const [head] = heads.sort((one, other) => other.headings.length - one.headings.length);
  if (!head) return null;
  const { delimiter, above, headings } = head;
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const broken = new Set(errors.map(({ row }) => row));
  const rows = data.slice(above + 1).flatMap((values, at) => {
    const cells = values.map((value, column) => ({ heading: headings[column]?.trim() ?? '', value }));
    const filled = cells.filter(({ value }) => value.trim() !== '');
    const isWhole = !broken.has(above + 1 + at) && values.length <= headings.length;
    return filled.length === 0 ? [] : [{ cells: filled, isWhole }];
  });
  const filled = rows.flatMap(({ cells }) => cells);
  const unknown = headings.filter(heading => roleOf(heading.trim()) === null);
  const examples = unknown.flatMap(name => filled.find(({ heading }) => heading === name.trim()) ?? []);
  return { rows: [...data.slice(0, above).flatMap(titleRow), ...rows], unknown: [...new Set(examples)] };
}

function titleRow(values: readonly string[]): CsvRow[] {
  const value = values.filter(each => each.trim() !== '').join(' ');
  return value === '' || value === 'sep=' ? [] : [{ cells: [{ heading: '', value }], isWhole: true }];
}

/** A single word may be a person's name or note: two columns of a table are recognised. */
function isHead(headings: readonly string[]): boolean {
  const roles = headings.map(roleOf).filter(role => role !== null);
  return (
    roles.length > 1 && roles.some(role => NAMES.includes(role)) && !headings.some(each => /\d{5}/.test(each))
  );
}
