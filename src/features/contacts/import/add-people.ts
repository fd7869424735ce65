import type { Result } from '#kit/result.ts';
import type { Command } from '#sync/entry.ts';
import type { Refusal } from '#sync/outbox.ts';
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
