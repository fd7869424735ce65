import * as v from 'valibot';
import { normaliseEmail } from '#kit/email.ts';
import { describeIssue } from '#validation/messages.ts';
import { generatePassword } from '../generate-password.ts';
import { Account } from '../promoter-form.ts';
import { texts } from '../texts.ts';
import type { Attempt } from '../use-add-promoter.ts';
import type { PastedPerson } from './parse-list.ts';

/** One promoter of a list on the way to the server. */
export type Row = Account & {
  key: string;
  line: number;
  /** What the list says of them besides. */
  left: string;
  /** The password is ours, not of the list. */
  isGenerated: boolean;
  /** `unknown`: it was sent, and the answer was lost. */
  state: 'waits' | 'sending' | 'done' | 'failed' | 'unknown';
  /** Why it was refused, is unknown or has to wait; '' otherwise. */
  reason: string;
  /** An account has the address: the server said so before anything was sent. */
  isTaken: boolean;
  /** The last attempt to add them. */
  attempt: Attempt | null;
};

/** A pasted person as a row; a password that is missing is invented. */
export function toRow({ line, ...account }: PastedPerson): Row {
  const isGenerated = account.password === '';
  const password = isGenerated ? generatePassword() : account.password;
  return {
    ...account,
    password,
    key: String(line),
    line,
    isGenerated,
    state: 'waits',
    reason: '',
    isTaken: false,
    attempt: null,
  };
}

/** The addresses that can be asked about: those of rows that wait and have nothing against them. */
export function askedEmails(rows: readonly Row[]): string[] {
  const rowProblems = findRowProblems(rows);
  return rows
    .filter(({ key, state }) => state === 'waits' && !rowProblems.has(key))
    .map(({ email }) => normaliseEmail(email));
}

/** The rows that were asked about, with what was told. */
export function markTaken(rows: readonly Row[], asked: readonly string[], taken: readonly string[]): Row[] {
  const [isAsked, isTaken] = [new Set(asked), new Set(taken.map(normaliseEmail))];
  return rows.map(row => {
    const address = normaliseEmail(row.email);
    return isAsked.has(address) ? { ...row, isTaken: isTaken.has(address) } : row;
  });
}

/** What stands against sending each row, by its key. Rows that were sent have had the server's word instead. */
export function findRowProblems(rows: readonly Row[]): ReadonlyMap<string, string> {
  const rowProblems = new Map<string, string>();
  const seen = new Map<string, Row>();
  for (const row of rows) {
    const address = normaliseEmail(row.email);
    const duplicate = seen.get(address);
    if (!duplicate && address !== '') seen.set(address, row);
    if (row.state !== 'waits') continue;
    const rowProblem = [
      invalidFieldsText(row),
      brokenFieldsText(row),
      duplicate ? texts.batch.duplicate(duplicate.line) : '',
      row.isTaken ? texts.emailTaken : '',
    ]
      .filter(Boolean)
      .join(' ');
    if (rowProblem !== '') rowProblems.set(row.key, rowProblem);
  }
  return rowProblems;
}

const FIELD_NAMES = ['name', 'email', 'password'] as const;

/** Fields with the sign for what a file's decoder could not read. */
function brokenFieldsText(row: Row): string {
  const broken = FIELD_NAMES.filter(name => row[name].includes('\ufffd')).map(name => texts[name]);
  return broken.length > 0 ? texts.batch.unreadable(broken.join(', ')) : '';
}

function invalidFieldsText({ name, email, password }: Row): string {
  const read = v.safeParse(Account, { name, email, password }, { abortPipeEarly: true });
  const labels: Readonly<Record<string, string>> = { name: texts.name, email: texts.email };
  const sentences = (read.issues ?? []).map(issue =>
    describeIssue(issue, { label: labels[v.getDotPath(issue) ?? ''] ?? '' }),
  );
  return sentences.map(sentence => `${sentence}.`).join(' ');
}

/**
 * The row to be sent next: in order, and those whose answer was lost after the others, so that one that the server
 * stumbles over holds nobody up. None is tried twice in one go.
 */
export function nextRow(rows: readonly Row[], tried: ReadonlySet<string>): Row | undefined {
  const rowProblems = findRowProblems(rows);
  const canSend = (row: Row) => !tried.has(row.key) && !rowProblems.has(row.key);
  return (
    rows.find(row => row.state === 'waits' && canSend(row)) ??
    rows.find(row => row.state === 'unknown' && canSend(row))
  );
}

/** Rows with one of them changed. */
export function changeRow(rows: readonly Row[], key: string, change: Partial<Row>): Row[] {
  return rows.map(row => (row.key === key ? { ...row, ...change } : row));
}

/** Whether the row may be changed or taken out: nothing of it is on the server, as far as anybody knows. */
export function canEdit({ state }: Row): boolean {
  return state === 'waits' || state === 'failed';
}

/** How many rows are where. `ready`: would be sent now; `wrong`: must be put right first. */
export function countRows(rows: readonly Row[]) {
  const rowProblems = findRowProblems(rows);
  const count = (test: (row: Row) => boolean) => rows.filter(test).length;
  const unknown = count(row => row.state === 'unknown');
  const waits = count(row => row.state === 'waits' && !rowProblems.has(row.key));
  const done = count(row => row.state === 'done');
  return {
    all: rows.length,
    ready: waits + unknown,
    wrong: rowProblems.size,
    done,
    unknown,
    failed: count(row => row.state === 'failed'),
    left: rows.length - done,
  };
}
