import Papa from 'papaparse';
import { type Role, roleOf } from '#kit/address-book/columns.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import type { Account } from '../promoter-form.ts';
import { isOtherValue, readEmailCell } from './cells.ts';

/** More of them are not looked through at once. */
export const ROWS_MAX = 200;

/** A list of that many rows is far shorter. */
export const TEXT_MAX = 1_000_000;

/** One person of a list. `line`: which row of those that are not empty; `left`: the cells that have no field here. */
export type PastedPerson = Account & { line: number; left: string };

/** `too-many` and `too-long` change nothing: what was pasted is still there to be divided. */
export type ParsedList =
  | { state: 'read'; people: readonly PastedPerson[] }
  | { state: 'nothing' | 'too-long' }
  | { state: 'too-many'; count: number };

/** Reads rows as spreadsheets and people write them: columns by tabs, semicolons or commas. Judges nothing. */
export function parseList(text: string): ParsedList {
  if (text.length > TEXT_MAX) return { state: 'too-long' };
  const table = parseTable(plainText(text));
  const [first, ...rest] = table;
  const heading = first && !first.isMail ? first.cells : [];
  const columns = readHeading(heading, rest);
  const people = (columns ? rest : table).map(({ cells, isMail }) =>
    columns && !isMail ? toPerson(cells, columns, heading) : toPerson(cells, guessColumns(cells)),
  );
  if (people.length === 0) return { state: 'nothing' };
  if (people.length > ROWS_MAX) return { state: 'too-many', count: people.length };
  return { state: 'read', people: people.map((person, at) => ({ ...person, line: at + 1 })) };
}

/** One kind of line ends, without invisible characters: byte order marks, zero width spaces, control characters.
 * The separator for Excel goes too. */
function plainText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\ufeff\u200b\u2060\u00ad]/g, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/^sep=.\n/, '');
}

/** A row in quotes goes over at most so many lines; past them a quote that nobody closes is part of a name. */
const LINES_OF_ROW_MAX = 5;

/** `isMail`: name and e-mail from a line of addresses, whatever the heading says. */
type TableRow = { cells: string[]; isMail: boolean };

/** Cells, without rows that hold nothing. Lists are put together of several: each row has its own separator. */
function parseTable(text: string): TableRow[] {
  const lines = text.split('\n');
  const hasOnlyCommas = !/[\t;]/.test(text);
  const table: TableRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const mails = readMails(lines[at] ?? '');
    const { cells, taken } = readRow(lines.slice(at, at + LINES_OF_ROW_MAX), hasOnlyCommas);
    if (mails.length === 0) table.push({ cells: cells.map(unquoteCell), isMail: false });
    table.push(...mails.map(mail => ({ cells: mail, isMail: true })));
    at += mails.length > 0 ? 1 : taken;
  }
  return table.filter(({ cells }) => cells.some(cell => cell !== ''));
}

/** One address as mail programs copy it: `Name <mail>` or the mail alone. */
const MAIL =
  /(?:\s*([^\s<>;,@"]+@[^\s<>;,@"]+\.[^\s<>;,@"]+)|([^<>\t]*)<\s*([^\s<>@]+@[^\s<>@]+)\s*>)\s*(?:[;,]\s*|$)/y;

/** Name and e-mail of each address in a line that holds nothing else; none for any other line. */
function readMails(line: string): string[][] {
  const mails: string[][] = [];
  let at = 0;
  while (at < line.length) {
    MAIL.lastIndex = at;
    const [whole, alone, name = '', mail = ''] = MAIL.exec(line) ?? [];
    if (whole === undefined) return [];
    mails.push([
      name
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
      alone ?? mail,
    ]);
    at = MAIL.lastIndex;
  }
  return mails;
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

/** Where the three stand in a row; a name may have several columns, in the order in which it is written. */
type Columns = { name: readonly number[]; email: number; password: number };

const EMAIL = /^(e-?mail|эл\S*\s?почта|почта|емайл|имейл|адрес эл)/i;
/** Beside an e-mail it is a postal address. */
const ADDRESS = /^адрес/i;
const PASSWORD = /^(пароль|password)/i;

const WHOLE_NAME = /^(ф\.?\s?и\.?\s?о|промоутер|сотрудник)/i;

/** In the order in which a person's name is written. «Name» beside a surname is the given one. */
const NAME_PARTS: readonly (readonly Role[])[] = [['family'], ['given', 'formatted'], ['additional']];

const PARTS = new Set<Role | null>(['family', 'given', 'additional']);

function findName(headings: readonly string[]): number[] {
  const whole = headings.findIndex(heading => WHOLE_NAME.test(heading));
  if (whole !== -1) return [whole];
  const roles = headings.map(roleOfName);
  const parts = NAME_PARTS.map(some => some.map(role => roles.indexOf(role)).find(at => at !== -1));
  return parts.filter(at => at !== undefined);
}

/** Words may follow: «Имя промоутера», «Имя и отчество». */
function roleOfName(heading: string): Role | null {
  const words = heading.split(/\s+/);
  const beginnings = words.map((_, at) => roleOf(words.slice(0, at + 1).join(' ')));
  return roleOf(heading) ?? beginnings.find(role => PARTS.has(role)) ?? null;
}

/** The columns that a heading names; null where the first row is somebody already. */
function readHeading(cells: readonly string[], rows: readonly TableRow[]): Columns | null {
  const find = (heading: RegExp) => cells.findIndex(cell => heading.test(cell));
  // Contacts of Google have «E-mail 1 - Label» before «E-mail 1 - Value».
  const hasMail = (at: number) => rows.some(row => !row.isMail && row.cells[at]?.includes('@'));
  const emails = [...cells.keys()].filter(at => EMAIL.test(cells[at] ?? ''));
  const email = emails.find(hasMail) ?? emails[0] ?? find(ADDRESS);
  const isHeading = email !== -1 && !cells.some(cell => cell.includes('@'));
  return isHeading ? { name: findName(cells), email, password: find(PASSWORD) } : null;
}

/** A password in the place of a part of a name would hardly be a single Russian word with a capital. */
const NAME_PART = /^[А-ЯЁ][а-яё]+(-[А-ЯЁ]?[а-яё]+)?$/;

/** Without a heading: the name in one column or several, e-mail, password; or the e-mail first. */
function guessColumns(cells: readonly string[]): Columns {
  const found = cells.findIndex(cell => cell.includes('@'));
  const isFirst = found === 0 && !cells[1]?.includes('@');
  const email = isFirst ? 0 : Math.max(1, found);
  const isNamed = isFirst && readEmailCell(cells[0] ?? '').name === '';
  const next = cells.findIndex((cell, at) => at > 1 && !NAME_PART.test(cell));
  const behindName = next === -1 ? Math.max(2, cells.length) : next;
  const password = isNamed ? behindName : email + 1;
  // The number of a row or a phone is no part of a name.
  const name = [...cells.keys()].filter(
    at => at < (isNamed ? password : email) && at !== email && /\p{L}/u.test(cells[at] ?? ''),
  );
  return { name, email, password: isOtherValue(cells[password] ?? '') ? -1 : password };
}

function toPerson(cells: readonly string[], columns: Columns, heading: readonly string[] = []) {
  const { name, email, password } = columns;
  const used = new Set([...name, email, password]);
  const left = cells.flatMap((cell, at) => {
    if (cell === '' || used.has(at)) return [];
    return heading[at] ? `${heading[at]}: ${cell}` : cell;
  });
  const column = name.map(at => cells[at] ?? '').join(' ');
  const mail = readEmailCell(cells[email] ?? '');
  const isNamed = column.trim() !== '';
  const beside = [isNamed ? mail.name : '', ...mail.rest].filter(Boolean).join(' ');
  if (beside !== '') left.push(heading[email] ? `${heading[email]}: ${beside}` : beside);
  return {
    // A cell of two lines is one name; inside a password every space counts.
    name: (isNamed ? column : mail.name).replace(/\s+/g, ' ').trim().normalize('NFC'),
    email: withoutInvisible(mail.email).normalize('NFC'),
    password: cells[password] ?? '',
    left: left.join('; '),
  };
}
