import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { createPersonalToken, type Token } from '#contract/credentials.ts';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { isKnownNotApplied, useAction } from '#state/remote/use-action.ts';
import type { Refused } from '#ui/form/refused.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { texts } from './texts.ts';

type Sent = InputOf<typeof createPersonalToken>;
type Created = ReplyOf<typeof createPersonalToken>;

/** Why there is no token, and what the list says of it since. `made`: found there, its value is lost. */
type CreateFailure = { problem: Problem; outcomeText: string; made: Token | null };

/**
 * Makes a personal token. One whose answer proves nothing is looked for in the list before anything is said of it, and before
 * another is made.
 */
export function useCreateToken(list: CredentialList<Token[]>) {
  const create = useAction(createPersonalToken);
  const [createFailure, setFailure] = useState<CreateFailure | null>(null);
  /** An attempt of which nothing is known yet, and how it is found. */
  const lost = useRef<{ problem: Problem; name: string; before: ReadonlySet<string> | null } | null>(null);

  /** What became of that attempt. */
  const lookFor = async (): Promise<'none' | 'found' | 'unknown'> => {
    if (!lost.current) return 'none';
    const { problem, name, before } = lost.current;
    const why = whyUnknown(problem);
    const listed = await list.refetch();
    if (!listed.ok) {
      setFailure({ problem, outcomeText: texts.createUnknown(why), made: null });
      return 'unknown';
    }
    lost.current = null;
    const found = listed.value.find(token => token.name === name && !before?.has(String(token.id))) ?? null;
    // Of a list that was not read before nobody knows what is new in it.
    const made = before && found;
    const words = before ? texts.createdWithoutValue : texts.createdPerhaps;
    setFailure({ problem, outcomeText: found ? words(why) : texts.notCreated(why), made });
    return found ? 'found' : 'none';
  };

  const save = async (sent: Sent): Promise<Result<Created, Refused> | null> => {
    if ((await lookFor()) !== 'none') return null;
    const listed = await list.readBefore();
    const before = listed && new Set(listed.map(({ id }) => String(id)));
    const answer = await create(sent);
    if (answer.ok) return success(answer.value);
    const { problem } = answer;
    if (isKnownNotApplied(problem)) {
      setFailure({ problem, outcomeText: '', made: null });
      // The box tells it; which field is meant, the field.
      const { message, fields } = problem;
      return Object.keys(fields).length > 0 ? failure({ message, fields }) : null;
    }
    lost.current = { problem, name: sent.name, before };
    await lookFor();
    return null;
  };
  return { save, createFailure, clearFailure: () => setFailure(null) };
}
