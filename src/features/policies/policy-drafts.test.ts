import { expect, test } from 'vitest';
import { newPolicy, type Policy } from '#domain/policy/policy.ts';
import {
  beginDraft,
  beginHistory,
  closeStep,
  follow,
  isOutdated,
  isUnsaved,
  newDraft,
  type PolicyDraft,
  redo,
  STEPS_MAX,
  saved,
  step,
  takeStored,
  undo,
} from './policy-drafts.ts';
import { fromStoredDraft, toStoredDraft } from './stored-drafts.tsx';

const base = newPolicy([]);
const named = (name: string): Policy => ({ ...base, name });
const stored = (policy: Policy, version: number | undefined) => ({ policy, version });
const edited = (name = 'mine'): PolicyDraft => {
  const draft = beginDraft(stored(base, 1));
  return { ...draft, history: step(draft.history, named(name)) };
};
const followed = (draft: PolicyDraft, policy: Policy, version: number | undefined) =>
  follow(new Map([[1, draft]]), new Map([[1, stored(policy, version)]])).get(1);

test('steps of the same name right after each other are one; another, an undo or a save ends it', () => {
  let history = step(step(beginHistory(base), named('a'), 'name'), named('ab'), 'name');
  expect(history.past).toHaveLength(1);
  history = step(step(history, named('x'), 'other'), named('y'), 'name');
  expect(history.past).toHaveLength(3);
  history = step(undo(history), named('z'), 'name');
  expect(history.past).toHaveLength(3);
  history = step(closeStep(history), named('zz'), 'name');
  expect(history.past).toHaveLength(4);
});

test('undo and redo go the whole way back and forth; an edit after an undo ends the way forth', () => {
  const before = step(step(beginHistory(base), named('a')), named('b'));
  expect(undo(undo(before)).present).toBe(base);
  expect(undo(undo(undo(before))).present).toBe(base);
  expect(redo(redo(undo(undo(before)))).present.name).toBe('b');
  expect(redo(step(undo(before), named('c'))).present.name).toBe('c');
});

test('a history has an end, and what is no change is no step', () => {
  let history = beginHistory(base);
  for (let count = 0; count < STEPS_MAX + 5; count += 1) history = step(history, named(`${count}`));
  expect(history.past).toHaveLength(STEPS_MAX);
  expect(step(history, history.present)).toBe(history);
});

test('a policy is unsaved where its content differs, however it came to it', () => {
  expect(isUnsaved(newDraft(base))).toBe(true);
  expect(isUnsaved(edited())).toBe(true);
  expect(isUnsaved({ ...edited(), history: beginHistory({ ...base }) })).toBe(false);
});

test('a newer version leaves edits alone and is noticed; it replaces what has none, one undo away', () => {
  const draft = edited();
  expect(followed(draft, named('theirs'), 2)).toBe(draft);
  expect(isOutdated(draft, stored(named('theirs'), 2))).toBe(true);
  const clean = saved(draft, named('mine'), 2);
  const renewed = followed(clean, named('theirs'), 3);
  expect(renewed?.history.present.name).toBe('theirs');
  expect(renewed && undo(renewed.history).present.name).toBe('mine');
});

test('a version that differs in its number alone is silently the one that a save replaces', () => {
  expect(followed(edited(), { ...base }, 7)).toMatchObject({ version: 7 });
  expect(isOutdated(edited(), stored({ ...base }, 7))).toBe(false);
});

test('what the server has word for word is saved, whoever has saved it', () => {
  const draft = followed(edited(), named('mine'), 4);
  expect(draft && isUnsaved(draft)).toBe(false);
  expect(draft?.version).toBe(4);
});

test('a policy that vanished from the server is kept where it was edited', () => {
  const draft = edited();
  expect(follow(new Map([[1, draft]]), new Map()).get(1)).toBe(draft);
  expect(isOutdated(draft, undefined)).toBe(true);
  expect(isOutdated(newDraft(base), undefined)).toBe(false);
});

test('the server’s version is taken as a step', () => {
  const taken = takeStored(edited(), stored(named('theirs'), 2));
  expect(isUnsaved(taken)).toBe(false);
  expect(undo(taken.history).present.name).toBe('mine');
});

test('a draft brings back work, its base and its version, also through a device that knows only plain values', () => {
  for (const draft of [edited(), newDraft(base), { ...edited(), version: undefined }]) {
    const found = fromStoredDraft(JSON.parse(JSON.stringify(toStoredDraft(draft))));
    expect(found).toEqual({ ...draft, history: beginHistory(draft.history.present), isRestored: true });
  }
});

test.each([null, 7, 'x', {}, { policy: {}, base: null }, { policy: base, base: 3 }])(
  'a draft that this app cannot read (%j) is none',
  raw => expect(fromStoredDraft(raw)).toBeNull(),
);
