import { useState } from 'react';
import type { Receipt } from '#contract/warehouse.ts';
import type { DraftLine, LineField } from '#domain/warehouse/draft-line.ts';
import { formatDate } from '#kit/date.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ConflictPanel, FieldVersions } from '#ui/conflict-panel.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import type { HeadForm } from '../head/head-form.ts';
import type { Users } from '../head/users.ts';
import { userName } from '../head/users.ts';
import { LINE_FIELDS } from '../lines/line-errors.ts';
import { isSameField } from '../lines/same-line.ts';
import { contentOf, differingFields, type ReceiptContent } from '../saving/content.ts';
import type { ReceiptEditor } from '../saving/use-receipt-editor.ts';
import { labels, texts } from '../texts.ts';
import styles from './conflict.module.css';

type ConflictProps = {
  editor: ReceiptEditor;
  theirs: Receipt;
  users: Users;
  /** Why nothing can be saved now. */
  blocked: string | undefined;
};

/** What differs between the server's version and what is typed here, side by side, and the ways out. */
export function Conflict({ editor, theirs, users, blocked }: ConflictProps) {
  const [isAsking, setAsking] = useState(false);
  useOpenFormMark(editor.wouldLose);
  const choices = (
    <>
      <Button disabled={blocked !== undefined} onClick={editor.keepMine}>
        {texts.keepMine}
      </Button>
      <Button onClick={() => setAsking(true)}>{texts.takeTheirs}</Button>
      <Button kind="quiet" onClick={editor.backToEditing}>
        {texts.backToEditing}
      </Button>
    </>
  );
  return (
    <>
      <ConflictPanel title={texts.conflict} why={texts.conflictWhy} blocked={blocked} choices={choices}>
        <p className={styles.who}>{lastSavedText(theirs)}</p>
        <Differences found={differencesOf(editor.edits.currentContent(), contentOf(theirs), users)} />
      </ConflictPanel>
      <ConfirmDialog
        open={isAsking}
        kind="danger"
        title={texts.takeTheirsAsk}
        confirmLabel={texts.takeTheirs}
        onConfirm={editor.takeTheirs}
        onCancel={() => setAsking(false)}
      >
        <p>{texts.takeTheirsWhy}</p>
      </ConfirmDialog>
    </>
  );
}

/** Who saved a document last, and when, as far as the backend tells; '' where it does not. */
export function lastSavedText({
  updated_by,
  updated_at,
}: Pick<Receipt, 'updated_by' | 'updated_at'>): string {
  const when = updated_at ? formatDate(updated_at, true) : '';
  return when || updated_by ? texts.lastSaved(updated_by?.name ?? '', when) : '';
}

/** More than this nobody compares one by one. */
const SHOWN_MAX = 50;

function Differences({ found }: { found: readonly Difference[] }) {
  const rest = found.length - SHOWN_MAX;
  if (found.length === 0) return <p>{texts.sameContent}</p>;
  return (
    <>
      <ul className={styles.differences}>
        {found.slice(0, SHOWN_MAX).map(({ label, mine, theirs }) => (
          // A line of each version may have the same number and title: only one of them says something here.
          <li key={`${label}: ${mine}`}>
            <FieldVersions
              label={label}
              sides={[
                { of: texts.mine, text: mine },
                { of: texts.theirs, text: theirs },
              ]}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{texts.moreDifferences(rest)}</p>}
    </>
  );
}

/** One thing that differs, in words. */
type Difference = { readonly label: string; readonly mine: string; readonly theirs: string };

/** What differs between what is typed here and what the server has: fields first, then lines. */
function differencesOf(mine: ReceiptContent, theirs: ReceiptContent, users: Users): Difference[] {
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
