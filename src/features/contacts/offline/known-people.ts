import { contentId } from '#kit/ids.ts';
import { loadResolver } from '#sync/identity.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, overlayContacts, viewOfRow } from './contact-book.ts';
import type { ContactValues } from './contact-kinds.ts';
import { findByPhones } from './find-by-phone.ts';

/** How somebody in a list of people stands to what this device knows. */
export type Standing = {
  /** The entry's id if this person is saved: the same content of the same owner always gives the same one. */
  id: string;
  /** This very person was saved before and is still there. */
  isHere: boolean;
  /** Who has one of the phones, or is this very person; null for nobody. */
  known: ContactView | null;
  /** The place of somebody earlier in the list who has one of the phones. */
  twin: number | null;
  /** Phones that nobody has yet, on this device or earlier in the list. */
  fresh: string[];
};

/** Compares people with the book on this device, queued changes included, and with each other. */
export async function comparePeople(
  context: ReadContext,
  people: readonly ContactValues[],
): Promise<Standing[]> {
  const holders = new Map<string, ContactView>();
  const found = await findByPhones(
    context,
    people.flatMap(person => person.phones),
  );
  for (const view of found) for (const phone of view.phones) holders.set(phone, holders.get(phone) ?? view);
  const identities = await identify(context, people);
  const places = new Map<string, number>();
  return people.map(({ phones }, place) => {
    const { id, isHere, view } = identities[place] ?? UNKNOWN;
    const holder = phones.map(phone => holders.get(phone)).find(each => each !== undefined);
    const twin = phones.map(phone => places.get(phone)).find(each => each !== undefined);
    const fresh = phones.filter(phone => !holders.has(phone) && !places.has(phone));
    for (const phone of fresh) places.set(phone, place);
    return { id, isHere, known: view ?? holder ?? null, twin: twin ?? null, fresh };
  });
}

/** `view`: as whom the device shows this person; null also when the book was dropped and is not back yet. */
type Identity = { id: string; isHere: boolean; view: ContactView | null };

const UNKNOWN: Identity = { id: '', isHere: false, view: null };

/**
 * Who was deleted after being saved may be saved again, but an id stands for one entry for ever ([S3]): each life
 * of a person has its number, and the first that is not over yet is the one meant.
 */
async function identify(context: ReadContext, people: readonly ContactValues[]): Promise<Identity[]> {
  const lives = await livesReader(context);
  const identities: Identity[] = people.map(() => UNKNOWN);
  let open = people.map((person, place) => ({ person, place }));
  for (let life = 0; open.length > 0; life += 1) {
    const ids = open.map(({ person }) => idOf(context.ownerKey, person, life));
    const fates = await lives(ids);
    open = open.filter(({ place }, index) => {
      const [id = '', fate] = [ids[index], fates[index]];
      if (fate === 'over') return true;
      identities[place] = { id, isHere: fate !== 'free', view: typeof fate === 'object' ? fate : null };
      return false;
    });
  }
  return identities;
}

function idOf(ownerKey: string, values: ContactValues, life: number): string {
  const { first_name, last_name, comment, phones } = values;
  return contentId(JSON.stringify([ownerKey, life, first_name, last_name, comment, [...phones].sort()]));
}

/** What became of an id: never used, its contact is gone again, the contact, or nobody can tell just now. */
type Fate = 'free' | 'over' | 'unknown' | ContactView;

async function livesReader(context: ReadContext): Promise<(ids: readonly string[]) => Promise<Fate[]>> {
  const { db, cache } = context;
  const overlay = new Map((await overlayContacts(context)).map(over => [over.key, over.view]));
  const isBookWhole = (await cache.marks.get('book')) !== undefined;
  return async ids => {
    const resolve = await loadResolver(db, ids);
    const serverIds = ids.map(resolve);
    const rows = await cache.contacts.bulkGet(serverIds.map(id => id ?? 0));
    return ids.map((id, index) => {
      const view = overlay.get(id);
      if (view !== undefined) return fateOf(view);
      const [row, serverId] = [rows[index], serverIds[index]];
      if (row) return viewOfRow(row);
      if (serverId === null) return 'free';
      return isBookWhole ? 'over' : 'unknown';
    });
  };
}

function fateOf(view: ContactView | null): Fate {
  return view === null || view.isDeleting ? 'over' : view;
}
