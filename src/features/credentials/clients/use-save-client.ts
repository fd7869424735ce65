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
import type { CredentialList } from '../shared/use-credential-list.ts';
import { type ClientForm, hasValues } from './client-form.ts';
import { texts } from './texts.ts';

/** Why it was not saved, and what the list says of it since. `isDone`: it was made, and must not be made again. */
export type SaveFailure = { problem: Problem; outcomeText: string; isDone: boolean };

type Saved = Result<Client, Refused> | null;

type SaveClient = {
  saveFailure: SaveFailure | null;
  clearSaveFailure: () => void;
  /** Creates or changes; null where nobody knows, or there is nothing to be done any more. */
  save: (values: ClientForm) => Promise<Saved>;
};

type SaveClientProps = {
  /** null: a new one. */
  client: Client | null;
  clients: CredentialList<Client[]>;
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

type OnFailure = (failure: SaveFailure) => void;

/** null: the list has no such client. */
type Options = SaveOptions<ClientForm, Client | null>;

function useCreate({ remote, refetch }: CredentialList<Client[]>, onFailure: OnFailure) {
  const create = useAction(createClient);
  /** A create whose answer was lost, and how it is found. */
  const lostCreate = useRef<{ sent: ClientForm; problem: Problem; options: Options } | null>(null);
  const createOptions = (): Options => {
    const before = new Set(remote.value?.map(({ id }) => String(id)));
    return {
      send: create,
      async read(sent) {
        const listed = await refetch();
        const isNew = (each: Client) => !before.has(String(each.id)) && hasValues(each, sent);
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
      onFailure({ problem: outcome.problem, outcomeText: texts.createdWithoutSecret, isDone: true });
      return null;
    }
    const { is, problem } = outcome;
    if (is === 'failed' && !outcome.wasRead) return failWith(problem, onFailure);
    onFailure({
      problem,
      outcomeText: is === 'unknown' ? texts.listUnreadAfterCreate : texts.notCreated,
      isDone: false,
    });
    return null;
  };
  return async (values: ClientForm): Promise<Saved> => {
    if (lostCreate.current) {
      const checked = await checkVersioned(
        lostCreate.current.options,
        lostCreate.current.sent,
        lostCreate.current.problem,
      );
      if (checked.is !== 'failed') return settle(checked);
    }
    const options = createOptions();
    const outcome = await sendVersioned(options, values, problem => {
      lostCreate.current = { sent: values, problem, options };
    });
    return settle(outcome);
  };
}

function useChange(
  client: Client | null,
  { refetch }: CredentialList<Client[]>,
  onFailure: OnFailure,
  onGone: () => void,
) {
  const change = useAction(changeClient);
  return async (values: ClientForm): Promise<Saved> => {
    if (!client) return null;
    const { id } = client;
    const options: Options = {
      send: sent => change({ client: id, ...sent }),
      async read() {
        const listed = await refetch();
        return listed.ok ? success(listed.value.find(each => each.id === id) ?? null) : listed;
      },
      isSaved: (stored, sent) => stored !== null && hasValues(stored, sent),
      isBase: stored => stored !== null,
      // Passport says in an empty answer that there is no such client, and a broken one is empty too: the list decides.
      isUnclear: ({ status }) => status === 404,
    };
    const outcome = await sendVersioned(options, values, () => {});
    const { is, problem } = outcome;
    if (is === 'saved') return outcome.stored && success(outcome.stored);
    if (is === 'conflict') onGone();
    else if (is === 'failed' && !outcome.wasRead && problem.status !== 404)
      return failWith(problem, onFailure);
    else {
      const wasRead = is === 'failed' && outcome.wasRead;
      onFailure({
        problem,
        outcomeText: wasRead ? texts.unchanged : texts.listUnreadAfterEdit,
        isDone: false,
      });
    }
    return null;
  };
}

function failWith(problem: Problem, onFailure: OnFailure): Saved {
  onFailure({ problem, outcomeText: '', isDone: false });
  const { message, fields } = problem;
  return failure({ message, fields });
}
