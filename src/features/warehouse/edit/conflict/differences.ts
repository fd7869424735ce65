import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import type { HeadForm } from '../head/head-form.ts';
import { type Users, userName } from '../head/users.ts';
import { LINE_FIELDS } from '../lines/line-errors.ts';
import { isSameField } from '../lines/same-line.ts';
import { differingFields, type ReceiptContent } from '../saving/content.ts';
import { labels, texts } from '../texts.ts';

/** One thing that differs, in words. */
export type Difference = { readonly label: string; readonly mine: string; readonly theirs: string };

/** What differs between what is typed here and what the server has: fields first, then lines. */
export function differencesOf(mine: ReceiptContent, theirs: ReceiptContent, users: Users): Difference[] {
  const inHead = differingFields(mine.head, theirs.head).map(name => ({
    label: labels[name],
    mine: fieldText(name, mine.head, users),
    theirs: fieldText(name, theirs.head, users),
  }));
  return [...inHead, ...lineDifferences(mine.lines, theirs.lines)];
}

function fieldText(name: keyof HeadForm, head: HeadForm, users: Users): string {
  const value = head[name];
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return (name === 'contract_id' ? userName(users, value) : value) || texts.nothing;
}

type Lines = readonly DraftLine[];

function lineDifferences(mine: Lines, theirs: Lines): Difference[] {
  const theirsByKey = new Map(theirs.map((line, index) => [lineKey(line, index), line]));
  const found: Difference[] = [];
  const shared: string[] = [];
  for (const [index, line] of mine.entries()) {
    const name = lineKey(line, index);
    const other = theirsByKey.get(name);
    if (other) shared.push(name);
    theirsByKey.delete(name);
    const difference = lineDifference(texts.lineOf(index + 1, line.title), line, other);
    if (difference) found.push(difference);
  }
  const onlyTheirs = [...theirsByKey.values()].map(line => ({
    label: texts.lineOf(theirs.indexOf(line) + 1, line.title),
    mine: texts.noLine,
    theirs: lineText(line),
  }));
  return [...found, ...onlyTheirs, ...orderDifference(shared, theirs)];
}

function lineDifference(label: string, mine: DraftLine, theirs: DraftLine | undefined): Difference | null {
  if (!theirs) return { label, mine: lineText(mine), theirs: texts.noLine };
  const fields = LINE_FIELDS.filter(field => !isSameField(field, mine, theirs));
  if (fields.length === 0) return null;
  return { label, mine: lineText(mine, fields), theirs: lineText(theirs, fields) };
}

function orderDifference(shared: readonly string[], theirs: Lines): Difference[] {
  const known = new Set(shared);
  const theirOrder = theirs.map(lineKey).filter(name => known.has(name));
  if (shared.every((name, index) => theirOrder[index] === name)) return [];
  return [{ label: texts.order, mine: texts.orderHere, theirs: texts.orderThere }];
}

/** A line by which both versions know it; where a backend numbers none, by its place and what stands in it. */
function lineKey({ id, nomenclatureId }: DraftLine, index: number): string {
  return id === null ? `new ${index} ${nomenclatureId}` : String(id);
}

function lineText(line: DraftLine, fields?: readonly LineField[]): string {
  const shown = fields ?? LINE_FIELDS.filter(name => line[name] !== '');
  return shown.map(name => `${texts[name]} ${line[name] || texts.nothing}`).join(', ');
}
