import { PHONES_MAX } from '#contract/contacts.ts';
import { contentId } from '#kit/content-id.ts';
import { type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { readContact, valuesOf } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';

/** What the user has ticked. `person` is the place in the preview, `id` the entry's. */
export type Plan = {
  creates: readonly { person: string; id: string; values: ContactValues }[];
  /** `contact`: the key of who gets the numbers. */
  extensions: readonly { person: string; contact: string; phones: readonly string[] }[];
};

/** What an extension came to: nothing to do counts as done; `impossible`: the contact is gone or has no room. */
export type Extended = 'done' | 'impossible';

export type AddingPorts = {
  enqueueAll: (commands: readonly Command[]) => Promise<Result<null, Refusal>>;
  extend: (contact: string, phones: readonly string[]) => Promise<Result<Extended, Refusal>>;
  /** Told after each batch. */
  onAdded: (people: readonly string[]) => void;
  isStopped: () => boolean;
};

/** `refusal`: why it ended before everybody was added. `impossible`: who got no numbers. */
type AddingEnd = { refusal: Refusal | null; impossible: string[] };

/** So many people are the first transaction: a phone that dies loses what is under way, never a part of it. */
export const FIRST_BATCH = 100;
const BATCH_MAX = 1_600;

/** Queues what was ticked, batch by batch; what is queued already stays one entry, so that it can be run again. */
export async function addPeople({ creates, extensions }: Plan, ports: AddingPorts): Promise<AddingEnd> {
  let size = FIRST_BATCH;
  for (let from = 0; from < creates.length && !ports.isStopped(); from += size, size = nextSize(size)) {
    const batch = creates.slice(from, from + size);
    const commands = batch.map(({ id, values }) => ({ id, kind: 'contact.create', payload: values }));
    const saved = await ports.enqueueAll(commands);
    if (!saved.ok) return { refusal: saved.problem, impossible: [] };
    ports.onAdded(batch.map(({ person }) => person));
  }
  const impossible: string[] = [];
  for (const { person, contact, phones } of extensions) {
    if (ports.isStopped()) break;
    const extended = await ports.extend(contact, phones);
    if (!extended.ok) return { refusal: extended.problem, impossible };
    if (extended.value === 'impossible') impossible.push(person);
    else ports.onAdded([person]);
  }
  return { refusal: null, impossible };
}

/** After each batch every live screen counts the queue anew: with few large ones that stays in proportion. */
function nextSize(size: number): number {
  return Math.min(size * 2, BATCH_MAX);
}

/** Queues the phones that a contact does not have yet, over what it is by now. */
export async function extendContact(
  context: ReadContext,
  enqueue: (command: Command) => Promise<Result<Entry | null, Refusal>>,
  contact: string,
  phones: readonly string[],
): Promise<Result<Extended, Refusal>> {
  const view = await readContact(context, contact);
  if (!view || view.isDeleting) return success('impossible');
  const base = valuesOf(view);
  const missing = phones.filter(phone => !view.phones.includes(phone));
  if (missing.length === 0) return success('done');
  if (view.phones.length + missing.length > PHONES_MAX) return success('impossible');
  const payload = { ...base, phones: [...view.phones, ...missing], contact: view.key };
  const id = await freeId(context, JSON.stringify([context.ownerKey, view.key, missing]));
  const saved = await enqueue({ id, kind: 'contact.update', payload, base });
  return saved.ok ? success('done') : saved;
}

/** The same extension may be needed again after the user took the phones away: then it is another entry. */
async function freeId({ db }: ReadContext, content: string): Promise<string> {
  for (let time = 0; ; time += 1) {
    const id = contentId(`${time}|${content}`);
    if ((await db.entries.where('id').equals(id).count()) === 0) return id;
  }
}
