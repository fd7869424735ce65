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
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import type { CredentialList } from '../shared/use-credential-list.ts';
import { type ClientForm, canReplaceSecret, hasValues } from './client-form.ts';
import { texts } from './texts.ts';

/** Why it was not saved, and what the list says of it since. `made`: what was found there, and must not be made again. */
type SaveFailure = { problem: Problem; outcomeText: string; made: Client | null };

/** null where nobody knows, or there is nothing to be done any more. */
type Saved = Result<Client, Refused> | null;

type SaveClientProps = {
  /** null: a new one. */
  client: Client | null;
  clients: CredentialList<Client[]>;
  /** It was deleted meanwhile. */
  onGone: () => void;
};

/** Saves a client. What became of it when the answer was lost is looked up in the list, before anything is repeated. */
export function useSaveClient({ client, clients, onGone }: SaveClientProps) {
  const [saveFailure, setSaveFailure] = useState<SaveFailure | null>(null);
  const getOptions = useClientOptions(client, clients);
  /** A create whose answer was lost, and how it is found. */
  const lostCreate = useRef<{ sent: ClientForm; problem: Problem; options: ClientOptions } | null>(null);
  const settle = (outcome: SaveOutcome<ClientForm, Client | null>, options: ClientOptions): Saved => {
    if (outcome.is === 'saved') {
      if (client || outcome.problem === null) return outcome.stored && success(outcome.stored);
      // Only the answer has the secret: a client that is found has to be deleted and made again.
      const found = foundFailure(outcome.stored, outcome.problem, options);
      setSaveFailure(found);
      if (!found.made) lostCreate.current = null;
      return null;
    }
    if (outcome.is === 'conflict') {
      onGone();
      return null;
    }
    const { problem } = outcome;
    const outcomeText = outcomeTextOf(client, outcome);
    setSaveFailure({ problem, outcomeText, made: null });
    return outcomeText === '' ? failure({ message: problem.message, fields: problem.fields }) : null;
  };
  const save = async (values: ClientForm): Promise<Saved> => {
    const lost = lostCreate.current;
    if (lost) {
      const checked = await checkVersioned(lost.options, lost.sent, lost.problem);
      if (checked.is !== 'failed') return settle(checked, lost.options);
    }
    const options = await getOptions();
    const outcome = await sendVersioned(options, values, problem => {
      if (!client) lostCreate.current = { sent: values, problem, options };
    });
    return settle(outcome, options);
  };
  return { save, saveFailure, clearSaveFailure: () => setSaveFailure(null) };
}

type Unsaved = Extract<SaveOutcome<ClientForm, Client | null>, { is: 'failed' | 'unknown' }>;

/** Where the list was not known before, the client may be an older one. */
function foundFailure(found: Client | null, problem: Problem, { isListKnown }: ClientOptions): SaveFailure {
  const why = whyUnknown(problem);
  if (!isListKnown) return { problem, outcomeText: texts.createdPerhaps(why), made: null };
  const words = canReplaceSecret(found) ? texts.createdToReplace : texts.createdWithoutSecret;
  return { problem, outcomeText: words(why), made: found };
}

/** What the list says of it, or that it says nothing; '' for a refusal that needs no list. */
function outcomeTextOf(client: Client | null, outcome: Unsaved): string {
  const why = whyUnknown(outcome.problem);
  if (outcome.is === 'failed' && outcome.wasRead)
    return client ? texts.unchanged(why) : texts.notCreated(why);
  if (outcome.is === 'failed' && !isUnclear(client, outcome.problem)) return '';
  return client ? texts.listUnreadAfterEdit(why) : texts.listUnreadAfterCreate(why);
}

/** null: the list has no such client. */
type ClientOptions = SaveOptions<ClientForm, Client | null> & {
  /** Whether the list was read before: else nobody knows what is new in it. */
  isListKnown: boolean;
};

function useClientOptions(client: Client | null, { refetch, readBefore }: CredentialList<Client[]>) {
  const create = useAction(createClient);
  const change = useAction(changeClient);
  return async (): Promise<ClientOptions> => {
    const listed = client ? [client] : await readBefore();
    const before = new Set(listed?.map(({ id }) => String(id)));
    const isSaved = (each: Client | null, sent: ClientForm) =>
      each !== null && before.has(String(each.id)) === (client !== null) && hasValues(each, sent);
    return {
      isListKnown: listed !== null,
      send: sent => (client ? change({ client: client.id, ...sent }) : create(sent)),
      async read(sent) {
        const listed = await refetch();
        if (!listed.ok) return listed;
        return success(
          listed.value.find(each => (client ? each.id === client.id : isSaved(each, sent))) ?? null,
        );
      },
      isSaved,
      isBase: stored => (stored !== null) === (client !== null),
      isUnclear: problem => isUnclear(client, problem),
    };
  };
}

/** Passport says in an empty answer that there is no such client, and a broken one is empty too: the list decides. */
function isUnclear(client: Client | null, { status }: Problem): boolean {
  return client !== null && status === 404;
}
