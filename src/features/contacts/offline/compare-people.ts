import { contactTextNames } from '#contract/contact-fields.ts';
import { contentId } from '#kit/content-id.ts';
import { loadResolver } from '#sync/id-map.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { readRowsById } from './book-rows.ts';
import { type ContactView, type Overlaid, overlayContacts, viewOfRow } from './contact-book.ts';
import type { ContactValues } from './contact-kinds.ts';
import { findByPhones } from './find-contacts.ts';

/** How somebody in a list of people stands to what this device knows. */
export type BookMatch = {
  /** The entry's id if this person is saved: the same content of the same owner always gives the same one. */
  id: string;
  /** This very person was saved before and is still there. */
  isHere: boolean;
  /** Who has one of the phones, or is this very person; null for nobody. */
  known: ContactView | null;
  /** The place of somebody earlier in the list who has one of the phones. */
  duplicate: number | null;
  /** Phones that nobody has yet, on this device or earlier in the list. */
  fresh: string[];
};

/** Compares people with the book on this device, queued changes included, and with each other. */
export async function comparePeople(
  context: ReadContext,
  people: readonly ContactValues[],
): Promise<BookMatch[]> {
  const holders = new Map<string, ContactView>();
  const overlay = await overlayContacts(context);
  const allPhones = people.flatMap(person => person.phones);
  const found = await findByPhones(context, allPhones, overlay);
  for (const view of found) for (const phone of view.phones) holders.set(phone, holders.get(phone) ?? view);
  const identities = await identify(context, people, overlay);
  const places = new Map<string, number>();
  return people.map(({ phones }, place) => {
    const { id, isHere, view } = identities[place] ?? UNKNOWN;
    const holder = phones.map(phone => holders.get(phone)).find(each => each !== undefined);
    const duplicate = phones.map(phone => places.get(phone)).find(each => each !== undefined);
    const fresh = phones.filter(phone => !holders.has(phone) && !places.has(phone));
    for (const phone of fresh) places.set(phone, place);
    return { id, isHere, known: view ?? holder ?? null, duplicate: duplicate ?? null, fresh };
  });
}

/** `view`: as whom the device shows this person; null also when the book was dropped and is not back yet. */
type Identity = { id: string; isHere: boolean; view: ContactView | null };

const UNKNOWN: Identity = { id: '', isHere: false, view: null };

/**
 * The id of a person's entry is a hash of owner, content and a counter, because an id stands for one entry for ever ([S3]).
 * Of a contact that was deleted after it was saved the next counter is taken.
 */
async function identify(
  context: ReadContext,
  people: readonly ContactValues[],
  overlay: readonly Overlaid[],
): Promise<Identity[]> {
  const readStates = await idStatesReader(context, overlay);
  const identities: Identity[] = people.map(() => UNKNOWN);
  let open = people.map((person, place) => ({ person, place }));
  for (let life = 0; open.length > 0; life += 1) {
    const ids = open.map(({ person }) => idOf(context.ownerKey, person, life));
    const states = await readStates(ids);
    open = open.filter(({ place }, index) => {
      const [id = '', state] = [ids[index], states[index]];
      if (state === 'over') return true;
      identities[place] = { id, isHere: state !== 'free', view: typeof state === 'object' ? state : null };
      return false;
    });
  }
  return identities;
}

function idOf(ownerKey: string, values: ContactValues, life: number): string {
  const written = contactTextNames.map(name => values[name]);
  return contentId(JSON.stringify([ownerKey, life, ...written, [...values.phones].sort()]));
}

/** What became of an id: never used, its contact is gone again, the contact, or nobody can tell just now. */
type IdState = 'free' | 'over' | 'unknown' | ContactView;

async function idStatesReader(
  { db, cache }: ReadContext,
  overlay: readonly Overlaid[],
): Promise<(ids: readonly string[]) => Promise<IdState[]>> {
  const overlaid = new Map<string, IdState>(
    overlay.map(({ key, view }) => [key, !view || view.isDeleting ? 'over' : view]),
  );
  const isBookWhole = (await cache.marks.get('book')) !== undefined;
  return async ids => {
    // What lies in the outbox is known already; of the rest only what the server has can be in the cache.
    const sent = ids.filter(id => !overlaid.has(id));
    const resolve = await loadResolver(db, sent);
    const received = await readRowsById(cache, ids.map(resolve));
    return ids.map(id => {
      const state = overlaid.get(id);
      if (state) return state;
      const serverId = resolve(id);
      if (serverId === null) return 'free';
      const row = received.get(serverId);
      if (row) return viewOfRow(row);
      return isBookWhole ? 'over' : 'unknown';
    });
  };
}
