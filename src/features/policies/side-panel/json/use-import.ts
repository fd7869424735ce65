import { useState } from 'react';
import { BYTES_MAX, type Policy } from '#domain/policy/policy.ts';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { parsePolicyText } from '#domain/policy/reading/parse-policy-text.ts';
import { success } from '#kit/result.ts';
import { useEditing } from '../../editing.ts';
import { texts } from './texts.ts';

/** Indented, a policy is several times as large as it is stored. What is larger is not even read. */
export const IMPORT_MAX = 4 * BYTES_MAX;

/** What came of the last look at a text. */
export type Seen = { policy: Policy } | { faults: readonly string[]; summary: string } | { done: string };

export type Import = {
  text: string;
  seen: Seen | null;
  type(text: string): void;
  /** Looks at what was typed. */
  check(): void;
  take(file: File): Promise<void>;
  refuse(summary: string): void;
  replace(imported: Policy): void;
  /** Absent where no policy can be added. */
  addNew: ((imported: Policy) => void) | undefined;
};

/** A policy on its way in; the one that is edited stays as it is until the user says what is to be done. */
export function useImport(): Import {
  const { catalogue, policy, edit, add } = useEditing();
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<Seen | null>(null);
  const refuse = (summary: string) => setSeen({ faults: [], summary });
  const look = (next: string) => {
    const read = parsePolicyText(next, catalogue);
    if (read.ok) return setSeen({ policy: read.value });
    const faults = read.problem.map(faultWords);
    setSeen({ faults, summary: texts.faults(faults.length) });
  };
  const type = (next: string) => {
    setText(next);
    setSeen(null);
  };
  const take = async (file: File) => {
    if (file.size > IMPORT_MAX) return refuse(texts.tooLargeFile(file.name));
    const read = await file.text().catch(() => null);
    if (read === null) return refuse(texts.unreadable(file.name));
    type(read);
    look(read);
  };
  const finish = (done: string) => {
    setText('');
    setSeen({ done });
  };
  const replace = (imported: Policy) => {
    edit(() => success({ ...imported, id: policy.id }));
    finish(texts.replaced);
  };
  const addNew = (imported: Policy) => {
    add?.(imported);
    finish(texts.added);
  };
  const check = () => (text.trim() === '' ? refuse(texts.nothing) : look(text));
  return { text, seen, type, check, take, refuse, replace, addNew: add && addNew };
}
