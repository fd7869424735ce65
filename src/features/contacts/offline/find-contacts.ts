import { fold, fromLatinLayout } from '#kit/fold.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, merge, overlayContacts } from './contact-book.ts';

/** Found contacts at most; who has not found by then types another letter. */
export const FOUND_MAX = 50;

type Index = { tick: number; rows: { id: number; search: string }[] };

/** One index per cache database: reading 50,000 rows at each keystroke would be felt. */
const indexes = new WeakMap<object, Index>();

/** Contacts whose name, comment or any part of a phone matches; ё is е, the wrong keyboard layout is understood. */
export async function findContacts(context: ReadContext, text: string): Promise<ContactView[]> {
  const matches = matcherOf(text);
  const { rows } = await indexOf(context);
  const overlay = await overlayContacts(context);
  // A queued change may have brought the text that the server's copy does not have yet.
  const changed = new Set(overlay.map(({ serverId }) => serverId));
  const ids = rows.filter(row => changed.has(row.id) || matches(row.search)).map(row => row.id);
  const found = await context.cache.contacts.bulkGet(ids.slice(0, FOUND_MAX + changed.size));
  const present = found.filter(row => row !== undefined);
  const visible = merge(overlay, present);
  return visible.filter(view => matches(searchTextOfView(view))).slice(0, FOUND_MAX);
}

async function indexOf({ cache }: ReadContext): Promise<Index> {
  const tick = (await cache.marks.get('book-changed'))?.tick ?? 0;
  const known = indexes.get(cache);
  if (known && known.tick === tick) return known;
  const rows = await cache.contacts.orderBy('[created_at+id]').reverse().toArray();
  const index = { tick, rows: rows.map(({ id, search }) => ({ id, search })) };
  indexes.set(cache, index);
  return index;
}

/** Decides for a folded text whether it is meant: digits anywhere in a number, words anywhere, either layout. */
export function matcherOf(text: string): (search: string) => boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length > 0 && /^[\d\s()+-]*$/.test(text)) return digitMatcher(digits);
  const variants = [fold(text), fromLatinLayout(text)].map(variant => variant.split(' '));
  return search => variants.some(words => words.every(word => search.includes(word)));
}

/** A leading 8 or 7 may be the country code, or may be part of the number. */
function digitMatcher(digits: string): (search: string) => boolean {
  const withoutCode = /^[78]\d{3,}/.test(digits) ? digits.slice(1) : digits;
  return search => search.includes(digits) || search.includes(withoutCode);
}

function searchTextOfView({ first_name, last_name, comment, phones }: ContactView): string {
  return [fold(`${first_name} ${last_name} ${comment}`), ...phones].join(' ');
}
