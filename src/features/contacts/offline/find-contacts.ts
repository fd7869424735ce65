import { fullName, joinContactTexts } from '#contract/contact-fields.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { readRowsById, searchTextOf } from './book-rows.ts';
import { type ContactView, merge, type Overlaid, overlayContacts, withKeys } from './contact-book.ts';
import {
  beginsName,
  matchesQuery,
  meantPhone,
  misspeltQueryOf,
  type Query,
  queryOf,
  searchIndex,
} from './search-index.ts';
import { type BookIndex, newestFirst, openIndex } from './stored-search-index.ts';

/** Found contacts at most; who has not found by then types another letter. */
export const FOUND_MAX = 50;

/** `foundBy`: the number that the text means, null where a name or the comment says it. */
export type FoundContact = ContactView & { foundBy: string | null };

/**
 * Contacts whose name, comment or any part of a phone is meant by the text: ё is е, either keyboard layout and
 * Russian in Latin letters are understood. Those whose name begins with it come first, the newest of each first. When
 * there are none, those from whose name or comment the text differs in one letter.
 */
export async function findContacts(context: ReadContext, text: string): Promise<FoundContact[]> {
  const [overlay, book] = await Promise.all([overlayContacts(context), openIndex(context.cache)]);
  const exact = await findMeant(context, overlay, book, queryOf(text));
  return exact.length > 0 ? exact : findMeant(context, overlay, book, misspeltQueryOf(text));
}

async function findMeant(
  context: ReadContext,
  overlay: readonly Overlaid[],
  book: BookIndex,
  query: Query,
): Promise<FoundContact[]> {
  if (query.length === 0) return [];
  // A queued change may have brought the text that the server's copy does not have yet.
  const queued = overlay.map(({ serverId }) => serverId);
  const rows = await readRowsById(context.cache, [...queued, ...idsOf(book, query)]);
  const views = merge(overlay, [...rows.values()].sort(newestFirst));
  const matching = views.filter(view => matchesQuery(query, searchTextOf(view)));
  const named = new Set(matching.filter(view => beginsName(query, normaliseText(fullName(view)))));
  const sorted = [...named, ...matching.filter(view => !named.has(view))].slice(0, FOUND_MAX);
  const found = await withKeys(context, sorted);
  return found.map(view => ({ ...view, foundBy: phoneMeant(query, view) }));
}

/** What the index finds, without what has changed since; and all of that, which is few. */
function idsOf({ index, changed }: BookIndex, query: Query): number[] {
  const { named, others } = searchIndex(index, query, FOUND_MAX + changed.size);
  const found = [...named, ...others].filter(id => !changed.has(id)).slice(0, FOUND_MAX);
  const fresh = [...changed].filter(([, row]) => row && matchesQuery(query, row.search)).map(([id]) => id);
  return [...fresh, ...found];
}

function phoneMeant(query: Query, view: ContactView): string | null {
  return meantPhone(query, normaliseText(joinContactTexts(view)), view.phones);
}

/**
 * Contacts that have one of these phones (ten digits each), queued changes included; those about to go are left
 * out. `known`: the overlay, for a caller who has it already.
 */
export async function findByPhones(
  context: ReadContext,
  phones: readonly string[],
  known?: readonly Overlaid[],
): Promise<ContactView[]> {
  if (phones.length === 0) return [];
  const wanted = new Set(phones);
  const overlay = known ?? (await overlayContacts(context));
  const received = await context.cache.contacts
    .where('phones')
    .anyOf([...wanted])
    .primaryKeys();
  // A queued change may have brought the phone that the server's copy does not have yet.
  const changed = overlay.map(({ serverId }) => serverId);
  const rows = await readRowsById(context.cache, [...received, ...changed]);
  const views = merge(overlay, [...rows.values()]);
  const found = views.filter(view => !view.isDeleting && view.phones.some(phone => wanted.has(phone)));
  return withKeys(context, found);
}

/** A phone (ten digits) and somebody else on this device who has it. */
export type Duplicate = { phone: string; contact: ContactView };

/** Who else has these phones, phone by phone; `except` is the key of the contact that asks. */
export async function findDuplicates(
  context: ReadContext,
  phones: readonly string[],
  except: string,
): Promise<Duplicate[]> {
  const wanted = [...new Set(phones)];
  const others = (await findByPhones(context, wanted)).filter(contact => contact.key !== except);
  return wanted.flatMap(phone =>
    others.filter(contact => contact.phones.includes(phone)).map(contact => ({ phone, contact })),
  );
}
