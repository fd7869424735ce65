import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { type Client, changeClient, createClient } from '#contract/credentials.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import type { Refused } from '#ui/form/refused.ts';
import { mayHaveHappened } from '../shared/may-have-happened.ts';
import type { OwnList } from '../shared/use-own-list.ts';
import { type ClientForm, isLike } from './client-form.ts';
import { texts } from './texts.ts';

/** Why it was not saved, and what the list says of it since. `isDone`: it was made, and must not be made again. */
export type SaveFailure = { problem: Problem; known: string; isDone: boolean };

type Saved = Result<Client, Refused> | null;

export type SaveClient = {
  saveFailure: SaveFailure | null;
  clearSaveFailure: () => void;
  /** Creates or changes; null where nobody knows, or there is nothing to be done any more. */
  save: (values: ClientForm) => Promise<Saved>;
};

export type SaveClientProps = {
  /** null: a new one. */
  client: Client | null;
  clients: OwnList<Client[]>;
  /** It was deleted meanwhile. */
  onGone: () => void;
};

/** Saves a client. What became of it when the answer was lost is looked up in the list, before anything is repeated. */
export function useSaveClient({ client, clients, onGone }: SaveClientProps): SaveClient {
  const [saveFailure, setSaveFailure] = useState<SaveFailure | null>(null);
  const create = useCreate(clients, setSaveFailure);
  const change = useChange(client, clients, setSaveFailure, onGone);
  return { saveFailure, clearSaveFailure: () => setSaveFailure(null), save: client ? change : create };
}

type ReportFailure = (saveFailure: SaveFailure) => void;

/** A client that may have been made, and which ones there were before. */
type Lost = { values: ClientForm; before: ReadonlySet<string>; problem: Problem };

function useCreate({ remote, readAgain }: OwnList<Client[]>, report: ReportFailure) {
  const create = useAction(createClient);
  const lost = useRef<Lost | null>(null);
  /** Looks for the lost one in the list; true when it is known that there is none. */
  const settle = async ({ values, before, problem }: Lost): Promise<boolean> => {
    const listed = await readAgain();
    const isThere =
      listed.ok && listed.value.some(each => !before.has(String(each.id)) && isLike(each, values));
    const words = isThere ? texts.thereAlready : texts.notThere;
    report({ problem, known: listed.ok ? words : texts.lookFailed, isDone: isThere });
    return listed.ok && !isThere;
  };
  return async (values: ClientForm): Promise<Saved> => {
    if (lost.current && !(await settle(lost.current))) return null;
    const before = new Set(remote.value?.map(({ id }) => String(id)));
    const answer = await create(values);
    if (answer.ok) return answer;
    const { problem } = answer;
    if (!mayHaveHappened(problem)) return refuse(problem, report);
    lost.current = { values, before, problem };
    await settle(lost.current);
    return null;
  };
}

function useChange(
  client: Client | null,
  { readAgain }: OwnList<Client[]>,
  report: ReportFailure,
  onGone: () => void,
) {
  const change = useAction(changeClient);
  /** Passport says in an empty answer that there is no such client, and a broken one is empty too: the list decides. */
  const settle = async (id: Client['id'], values: ClientForm, problem: Problem): Promise<Saved> => {
    const listed = await readAgain();
    if (!listed.ok) {
      report({ problem, known: texts.lookFailedHarmless, isDone: false });
      return null;
    }
    const found = listed.value.find(each => each.id === id);
    if (!found) onGone();
    else if (isLike(found, values)) return success(found);
    else report({ problem, known: texts.unchanged, isDone: false });
    return null;
  };
  return async (values: ClientForm): Promise<Saved> => {
    if (!client) return null;
    const answer = await change({ client: client.id, ...values });
    if (answer.ok) return answer;
    const { problem } = answer;
    const isClear = !mayHaveHappened(problem) && problem.status !== 404;
    return isClear ? refuse(problem, report) : settle(client.id, values, problem);
  };
}

function refuse(problem: Problem, report: ReportFailure): Saved {
  report({ problem, known: '', isDone: false });
  const { message, fields } = problem;
  return failure({ message, fields });
}
