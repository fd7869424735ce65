import { type FormEvent, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import { getModerationRequest } from '#contract/moderation.ts';
import { getRequest, type Request } from '#contract/requests.ts';
import { satisfies } from '#domain/permissions.ts';
import type { Result } from '#kit/result.ts';
import { useAction, useObstacle } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { useEditing } from '../../editing.ts';
import { ownFacts, requestFacts } from './known-facts.ts';
import type { TakeProps } from './take-user.tsx';
import styles from './testing.module.css';
import { texts } from './texts.ts';

/** Asks for a request by its number and fills the fields with what the answer tells. */
export function TakeRequest({ user, onTake }: TakeProps) {
  const { catalogue } = useEditing();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const read = useReadRequest(user.can);
  const blocked = blockedBecause(useObstacle());
  const isModerator = satisfies(user.can, 'edit_promoters');
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const answer = await read(typed.trim());
    setBusy(false);
    setError(answer.ok ? '' : answer.problem);
    if (!answer.ok) return;
    const { request, isOwn } = answer.value;
    onTake(requestFacts(request, catalogue, isOwn ? ownFacts(user) : undefined), request.fullcode);
  };
  return (
    <form onSubmit={handleSubmit} className={styles.takeRequest} noValidate>
      <TextField
        label={isModerator ? texts.takeRequestById : texts.takeRequestByCode}
        hint={isModerator ? texts.requestByIdHint : texts.requestByCodeHint}
        error={error || undefined}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={busy} disabled={blocked !== undefined}>
        {texts.take}
      </Button>
      {blocked && <p className={styles.hint}>{blocked}</p>}
    </form>
  );
}

/** `isOwn`: it was asked for among the user's own. */
type Found = { request: Request & { report?: { id: number } | null | undefined }; isOwn: boolean };

/** `Л-000123`, `123`: the letter says that it is a code. */
const NUMBER = /^([\p{L}]\s*-\s*)?0*(\d{1,15})$/u;

function useReadRequest(can: Readonly<Record<string, boolean>>) {
  const byId = useAction(getModerationRequest);
  const byCode = useAction(getRequest);
  return async (typed: string): Promise<Result<Found, string>> => {
    const [, letter, digits] = NUMBER.exec(typed) ?? [];
    const number = Number(digits);
    if (digits === undefined || number === 0) return { ok: false, problem: texts.notANumber };
    const isModerator = satisfies(can, 'edit_promoters');
    if (isModerator && !letter) return found(await byId({ id: number }), false);
    if (!satisfies(can, 'work_promoter')) {
      return { ok: false, problem: isModerator ? texts.notByCode : texts.requestRefused };
    }
    return found(await byCode({ codeNumber: number }), true);
  };
}

function found(answer: Result<Found['request'], Problem>, isOwn: boolean): Result<Found, string> {
  if (answer.ok) return { ok: true, value: { request: answer.value, isOwn } };
  return { ok: false, problem: wordsOf(answer.problem) };
}

function wordsOf(problem: Problem): string {
  if (!isAnswered(problem)) return texts.noAnswer;
  if (problem.status === 404) return texts.noSuchRequest;
  if (problem.kind === 'refused') return texts.requestRefused;
  return problem.kind === 'unauthenticated' ? texts.sessionEnded : texts.serverFailed;
}
