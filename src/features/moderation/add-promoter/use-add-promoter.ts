import { useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import { addPromoter, listPromoters } from '#contract/moderation.ts';
import { normaliseEmail } from '#kit/email.ts';
import { success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import {
  checkVersioned,
  type SaveOptions,
  type SaveOutcome,
  sendVersioned,
} from '#state/remote/use-versioned-save.ts';
import type { Account } from './promoter-form.ts';

/** Somebody who was added, and who may be found in the list of promoters; `isNew`: they were not there before. */
type Added = { id: number; email: string; isNew: boolean };

const NOT_FOUND: Added = { id: 0, email: '', isNew: false };

type AddOptions = SaveOptions<Account, Added>;
type Outcome = SaveOutcome<Account, Added>;

/** What came of adding somebody, other than that they were added. */
export type NotAdded = Exclude<Outcome, { is: 'saved' }>;

/** What came of it; `options` know who was there before. */
export type Attempt = { outcome: Outcome; options: AddOptions };

/** Adds somebody. After an attempt of which nothing is known they are looked for, and nothing is sent. */
export type AddOne = (account: Account, last: Attempt | null) => Promise<Attempt>;

/**
 * Adds promoters. One whose answer proves nothing is looked for before anything is told: by name, among those who were not there
 * before, because the list has no e-mails. What was there before is read once for all that one `AddOne` adds.
 */
export function useAddPromoter(): () => AddOne {
  const add = useAction(addPromoter);
  const list = useAction(listPromoters);
  /** Those who were added here: another of the same name is another promoter. */
  const own = useRef(new Set<number>());

  const optionsAfter = (before: ReadonlySet<number> | null): AddOptions => {
    const isOther = (id: number) => before?.has(id) || own.current.has(id);
    return {
      async send({ name, email, password }) {
        const answer = await add({ name, email, password, password_confirmation: password });
        if (!answer.ok) return answer;
        const { id } = answer.value;
        const saved = answer.value.email || email;
        return success({
          id,
          email: saved,
          isNew: !isOther(id) && normaliseEmail(saved) === normaliseEmail(email),
        });
      },
      async read({ name, email }) {
        const listed = await list({});
        if (!listed.ok) return listed;
        const found = listed.value.list.find(each => each.name === name && !isOther(each.id));
        return success(found ? { id: found.id, email, isNew: before !== null } : NOT_FOUND);
      },
      isSaved: ({ isNew }) => isNew,
      isBase: ({ id }) => id === NOT_FOUND.id,
    };
  };

  const settle = (outcome: Outcome, options: AddOptions): Attempt => {
    if (outcome.is === 'saved') own.current.add(outcome.stored.id);
    return { outcome, options };
  };

  return () => {
    let before: Promise<ReadonlySet<number> | null> | undefined;
    const readBefore = async () => {
      const listed = await list({});
      return listed.ok ? new Set(listed.value.list.map(({ id }) => id)) : null;
    };
    return async (account, last) => {
      if (last?.outcome.is === 'unknown') {
        const { sent, problem } = last.outcome;
        return settle(await checkVersioned(last.options, sent, problem), last.options);
      }
      before ??= readBefore();
      const options =
        last && wasLost(last.outcome, account)
          ? { ...last.options, isUnclear: isTaken }
          : optionsAfter(await before);
      return settle(await sendVersioned(options, account, () => undefined), options);
    };
  };
}

/** Whether the same was sent before, and may have arrived late. */
function wasLost(outcome: Outcome, { name, email, password }: Account): boolean {
  const { sent } = outcome;
  const isSame = sent.name === name && sent.email === email && sent.password === password;
  return isSame && (outcome.is !== 'failed' || outcome.wasRead);
}

/** That the address is taken may be the work of the attempt before. */
function isTaken({ fields }: Problem): boolean {
  return Object.hasOwn(fields, 'email');
}
