import { useRef, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { type Client, changeClient, createClient } from '#contract/credentials.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { useAction } from '#state/remote/use-action.ts';
import {
  checkVersioned,
  type SaveOptions,
  type SaveOutcome,
  sendVersioned,
} from '#state/remote/use-versioned-save.ts';
import type { Refused } from '#ui/form/refused.ts';
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

type Report = (failure: SaveFailure) => void;

/** null: the list has no such client. */
type Options = SaveOptions<ClientForm, Client | null>;

function useCreate({ remote, readAgain }: OwnList<Client[]>, report: Report) {
  const create = useAction(createClient);
  /** A create whose answer was lost, and how it is found. */
  const lost = useRef<{ sent: ClientForm; problem: Problem; options: Options } | null>(null);
  const optionsNow = (): Options => {
    const before = new Set(remote.value?.map(({ id }) => String(id)));
    return {
      send: create,
      async read(sent) {
        const listed = await readAgain();
        const isNew = (each: Client) => !before.has(String(each.id)) && isLike(each, sent);
        return listed.ok ? success(listed.value.find(isNew) ?? null) : listed;
      },
      isSaved: stored => stored !== null,
      isBase: stored => stored === null,
    };
  };
  const settle = (outcome: SaveOutcome<ClientForm, Client | null>): Saved => {
    if (outcome.is === 'saved') {
      if (outcome.problem === null) return outcome.stored && success(outcome.stored);
      // Only the answer has the secret: a client that is found has to be deleted and made again.
      report({ problem: outcome.problem, known: texts.thereAlready, isDone: true });
      return null;
    }
    const { is, problem } = outcome;
    if (is === 'failed' && !outcome.wasRead) return refuse(problem, report);
    report({ problem, known: is === 'unknown' ? texts.lookFailed : texts.notThere, isDone: false });
    return null;
  };
  return async (values: ClientForm): Promise<Saved> => {
    if (lost.current) {
      const checked = await checkVersioned(lost.current.options, lost.current.sent, lost.current.problem);
      if (checked.is !== 'failed') return settle(checked);
    }
    const options = optionsNow();
    const outcome = await sendVersioned(options, values, problem => {
      lost.current = { sent: values, problem, options };
    });
    return settle(outcome);
  };
}

function useChange(
  client: Client | null,
  { readAgain }: OwnList<Client[]>,
  report: Report,
  onGone: () => void,
) {
  const change = useAction(changeClient);
  return async (values: ClientForm): Promise<Saved> => {
    if (!client) return null;
    const { id } = client;
    const options: Options = {
      send: sent => change({ client: id, ...sent }),
      async read() {
        const listed = await readAgain();
        return listed.ok ? success(listed.value.find(each => each.id === id) ?? null) : listed;
      },
      isSaved: (stored, sent) => stored !== null && isLike(stored, sent),
      isBase: stored => stored !== null,
      // Passport says in an empty answer that there is no such client, and a broken one is empty too: the list decides.
      isUnclear: ({ status }) => status === 404,
    };
    const outcome = await sendVersioned(options, values, () => {});
    const { is, problem } = outcome;
    if (is === 'saved') return outcome.stored && success(outcome.stored);
    if (is === 'conflict') onGone();
    else if (is === 'failed' && !outcome.wasRead && problem.status !== 404) return refuse(problem, report);
    else {
      const wasRead = is === 'failed' && outcome.wasRead;
      report({ problem, known: wasRead ? texts.unchanged : texts.lookFailedHarmless, isDone: false });
    }
    return null;
  };
}

function refuse(problem: Problem, report: Report): Saved {
  report({ problem, known: '', isDone: false });
  const { message, fields } = problem;
  return failure({ message, fields });
}
