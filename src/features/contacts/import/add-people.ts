import { PHONES_MAX } from '#contract/contacts.ts';
import { contentId } from '#kit/content-id.ts';
import { type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ReadContext } from '#sync/read-context.ts';
import type { BookMatch } from '../offline/compare-people.ts';
import { readContact, valuesOf } from '../offline/contact-book.ts';
import type { Person } from './person.ts';

/** What an extension came to: nothing to do counts as done; `impossible`: the contact is gone or has no room. */
type Extended = 'done' | 'impossible';

type AddingPorts = {
  enqueueAll: (commands: readonly Command[]) => Promise<Result<null, Refusal>>;
  extend: (contact: string, phones: readonly string[]) => Promise<Result<Extended, Refusal>>;
  /** Told after each batch. */
  onAdded: (people: readonly string[]) => void;
  isStopped: () => boolean;
};

/** So many people are the first transaction: a phone that dies loses what is under way, never a part of it. */
export const FIRST_BATCH = 100;
const BATCH_MAX = 1_600;

/** `refusal`: why it ended before everybody was added. `impossible`: who got no numbers. */
type AddingEnd = { refusal: Refusal | null; impossible: string[] };

/** Queues what was ticked, batch by batch; what is queued already stays one entry, so that it can be run again. */
export async function addPeople({ creates, extensions }: Plan, ports: AddingPorts): Promise<AddingEnd> {
  let [from, size] = [0, FIRST_BATCH];
  while (from < creates.length && !ports.isStopped()) {
    const batch = creates.slice(from, from + size);
    const commands = batch.map(({ id, values }) => ({ id, kind: 'contact.create', payload: values }));
    const saved = await ports.enqueueAll(commands);
    if (!saved.ok) return { refusal: saved.problem, impossible: [] };
    ports.onAdded(batch.map(({ person }) => person));
    from += size;
    // After each batch every live screen counts the queue anew: with few large ones that stays in proportion.
    size = Math.min(size * 2, BATCH_MAX);
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

/** Queues the phones that a contact does not have yet, over what it is by now. */
export async function extendContact(
  context: ReadContext,
  enqueue: (command: Command) => Promise<Result<Entry | null, Refusal>>,
  contact: string,
  phones: readonly string[],
): Promise<Result<Extended, Refusal>> {
  const view = await readContact(context, contact);
  // Of a thin one the other numbers are not known: saved without them, they would be gone.
  if (!view || view.isDeleting || view.isThin) return success('impossible');
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

/** What is to be done with somebody: become a contact, give the new numbers to a known one, nothing. */
export type Choice = 'add' | 'extend' | 'skip';

/** The choices that differ from the first one, by the person's id. */
export type Choices = ReadonlyMap<string, Choice>;

export type Row = {
  person: Person;
  match: BookMatch;
  state: 'new' | 'known' | 'wrong';
  /** The row of somebody earlier in the list with the same phone. */
  duplicate: Row | null;
  choice: Choice;
  mayAdd: boolean;
  mayExtend: boolean;
};

/** Puts people, what the device knows of them and what the user chose together. */
export function rowsOf(people: readonly Person[], matches: readonly BookMatch[], choices: Choices): Row[] {
  const rows: Row[] = [];
  people.forEach((person, index) => {
    const match = matches[index];
    if (match) rows.push(rowOf(person, match, rows[match.duplicate ?? -1] ?? null, choices));
  });
  return rows;
}

function rowOf(person: Person, match: BookMatch, duplicate: Row | null, choices: Choices): Row {
  const state = stateOf(person, match);
  const mayAdd = state !== 'wrong' && !match.isHere;
  const mayExtend = state === 'known' && match.fresh.length > 0 && hasRoom(match, duplicate);
  const wanted = choices.get(person.id) ?? (state === 'new' && !person.isDoubtful ? 'add' : 'skip');
  const isPossible = (wanted === 'add' && mayAdd) || (wanted === 'extend' && mayExtend);
  return { person, match, state, duplicate, choice: isPossible ? wanted : 'skip', mayAdd, mayExtend };
}

function stateOf({ problem }: Person, { isHere, known, duplicate }: BookMatch): Row['state'] {
  if (problem !== '') return 'wrong';
  return isHere || known !== null || duplicate !== null ? 'known' : 'new';
}

/** Somebody of this list can be given numbers only if they become a contact. */
function hasRoom({ known, fresh }: BookMatch, duplicate: Row | null): boolean {
  if (known?.isThin) return false;
  const phones = known?.phones ?? (duplicate?.choice === 'add' ? duplicate.person.values.phones : null);
  return phones !== null && phones.length + fresh.length <= PHONES_MAX;
}

export type Plan = ReturnType<typeof planOf>;

/** What is ticked. `person`: the place in the preview, `id`: the entry's, `contact`: the key of who gets the numbers. */
export function planOf(rows: readonly Row[]) {
  const creates = rows
    .filter(row => row.choice === 'add')
    .map(({ person, match }) => ({ person: person.id, id: match.id, values: person.values }));
  const extensions = rows
    .filter(row => row.choice === 'extend')
    .map(({ person, match, duplicate }) => {
      const contact = match.known?.key ?? duplicate?.match.id ?? '';
      return { person: person.id, contact, phones: match.fresh };
    });
  return { creates, extensions };
}
