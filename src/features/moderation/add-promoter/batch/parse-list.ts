import Papa from 'papaparse';
import type { Account } from '../promoter-form.ts';

/** More of them are not looked through at once. */
export const ROWS_MAX = 200;

/** A list of that many rows is far shorter. */
const TEXT_MAX = 1_000_000;

/** One person of a list as it was pasted; `line`: which row of those that are not empty. */
export type PastedPerson = Account & { line: number };

/** `too-many` and `too-long` change nothing: what was pasted is still there to be divided. */
export type ParsedList =
  | { state: 'read'; people: readonly PastedPerson[] }
  | { state: 'nothing' | 'too-long' }
  | { state: 'too-many'; count: number };

/** Reads rows as spreadsheets and people write them: columns by tabs, semicolons or commas. Judges nothing. */
export function parseList(text: string): ParsedList {
  if (text.length > TEXT_MAX) return { state: 'too-long' };
  const table = parseTable(plainText(text));
  const [first = [], ...rest] = table;
  const columns = readHeading(first);
  const people = (columns ? rest : table).map(cells => toAccount(cells, columns ?? guessColumns(cells)));
  if (people.length === 0) return { state: 'nothing' };
  if (people.length > ROWS_MAX) return { state: 'too-many', count: people.length };
  return { state: 'read', people: people.map((person, at) => ({ ...person, line: at + 1 })) };
}

/** One kind of line ends, and nothing that nobody sees: byte order marks, zero width spaces, control characters. */
function plainText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\ufeff\u200b\u2060\u00ad]/g, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** A row in quotes goes over at most so many lines; past them a quote that nobody closes is part of a name. */
const LINES_OF_ROW_MAX = 5;

/** Cells, without rows that hold nothing. Lists are put together of several: each row has its own separator. */
function parseTable(text: string): string[][] {
  const lines = text.split('\n');
  const hasOnlyCommas = !/[\t;]/.test(text);
  const table: string[][] = [];
  for (let at = 0; at < lines.length; ) {
    const { cells, taken } = readRow(lines.slice(at, at + LINES_OF_ROW_MAX), hasOnlyCommas);
    table.push(cells.map(unquoteCell));
    at += taken;
  }
  return table.filter(cells => cells.some(cell => cell !== ''));
}

/** The row that these lines begin with. A quote that belongs to a name does not swallow the rows after it. */
function readRow([first = '', ...next]: readonly string[], hasOnlyCommas: boolean) {
  let row = first;
  for (let taken = 1; row.includes('"') && taken <= 1 + next.length; taken++) {
    const { data, errors } = Papa.parse<string[]>(row, {
      delimiter: delimiterOf(row, hasOnlyCommas),
      newline: '\n',
    });
    const isBroken = errors.some(({ type }) => type === 'Quotes');
    if (!isBroken) return { cells: data.flat(), taken };
    row += `\n${next[taken - 1] ?? ''}`;
  }
  return { cells: first.split(delimiterOf(first, hasOnlyCommas)), taken: 1 };
}

/** By what stands outside of quotes. In a list that has other signs a comma may be part of a name without an address. */
function delimiterOf(row: string, hasOnlyCommas: boolean): string {
  const bare = row.replace(/"[^"]*"/g, '');
  const sign = ['\t', ';'].find(each => bare.includes(each));
  return sign ?? (hasOnlyCommas || bare.includes('@') ? ',' : '\t');
}

function unquoteCell(cell: string): string {
  const outer = cell.trim();
  const isQuoted = outer.length > 1 && outer.startsWith('"') && outer.endsWith('"');
  return isQuoted && !outer.slice(1, -1).includes('" ')
    ? outer.slice(1, -1).replaceAll('""', '"').trim()
    : outer;
}

/** Where each of the three stands in a row. */
type Columns = Readonly<Record<keyof Account, number>>;

const HEADINGS: Readonly<Record<keyof Account, RegExp>> = {
  name: /^(имя|ф\.?\s?и\.?\s?о\.?|фамилия|промоутер|name)/i,
  email: /^(e-?mail|эл\S*\s?почта|почта|емайл|имейл|адрес)/i,
  password: /^(пароль|password)/i,
};

/** The columns that a heading names; null where the first row is somebody already. */
function readHeading(cells: readonly string[]): Columns | null {
  const find = (name: keyof Account) => cells.findIndex(cell => HEADINGS[name].test(cell));
  const email = find('email');
  const isHeading = email !== -1 && !cells.some(cell => cell.includes('@'));
  return isHeading ? { name: find('name'), email, password: find('password') } : null;
}

/** Without a heading: name, e-mail, password, or the e-mail first. */
function guessColumns([first = '', second = '']: readonly string[]): Columns {
  const isEmailFirst = first.includes('@') && !second.includes('@');
  return isEmailFirst ? { email: 0, name: 1, password: 2 } : { name: 0, email: 1, password: 2 };
}

function toAccount(cells: readonly string[], { name, email, password }: Columns): Account {
  // A cell of two lines is one name; inside a password every space counts.
  const oneLine = (cells[name] ?? '').replace(/\s+/g, ' ');
  return { name: oneLine, email: cells[email] ?? '', password: cells[password] ?? '' };
}
