import { formatDate } from '#kit/date.ts';
import { readPhones } from '#kit/find-phones.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf } from '#kit/search-words.ts';
import { type Column, isAmount, textOf } from './column.ts';

/** By list of rows and by column: the folded text of each row, made once. */
const known = new WeakMap<object, WeakMap<object, string[]>>();

/** What a row is searched by in a column, in the order of the rows. */
function textsOf<Row>(rows: readonly Row[], column: Column<Row>): readonly string[] {
  const ofRows = known.get(rows) ?? new WeakMap<object, string[]>();
  known.set(rows, ofRows);
  const texts = ofRows.get(column) ?? rows.map(row => searchedText(column, row));
  ofRows.set(column, texts);
  return texts;
}

/** The cell as it is read, and as it is typed: 1500 for «1 500 руб.», «20 ноября 2026» for 20.11.2026. */
function searchedText<Row>(column: Column<Row>, row: Row): string {
  const { kind = 'text' } = column;
  const shown = textOf(column, row);
  if (kind === 'text' || kind === 'code') return normaliseText(withDigits(shown));
  const raw = String(column.value(row) ?? '');
  if (isAmount(kind)) return normaliseText(`${shown} ${raw}`);
  return normaliseText(`${shown} ${formatDate(raw)}`);
}

/** A number with brackets and hyphens is also found by its bare digits, and a phone among other words by its ten. */
function withDigits(text: string): string {
  if (/^[^\p{L}]{7,}$/u.test(text)) return `${text} ${text.replace(/\D/g, '')}`;
  if (!/^\D*(?:\d\D*){10}/.test(text)) return text;
  return [text, ...readPhones(text).phones.map(phone => phone.digits)].join(' ');
}

/** Whether the row at an index has what was typed: every word of it, in any of these columns. */
type Matcher = (index: number) => boolean;

/** Finds by a typed text, ё as е, also if it was typed with the other keyboard layout; null if nothing was typed. */
export function matcherOf<Row>(
  text: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Matcher | null {
  const readings = readingsOf(text);
  if (readings.length === 0) return null;
  const columnTexts = columns.map(column => textsOf(rows, column));
  const hasWord = (index: number, word: string) => columnTexts.some(texts => texts[index]?.includes(word));
  return index => readings.some(words => words.every(word => hasWord(index, word)));
}
