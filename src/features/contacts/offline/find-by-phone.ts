import type { ReadContext } from '#sync/read-context.ts';
import { type ContactView, merge, type Overlaid, overlayContacts, withKeys } from './contact-book.ts';

/**
 * Contacts that have one of these phones (ten digits each), queued changes included; those about to go are left
 * out. `laid`: what `overlayContacts` told, for a caller who has it already.
 */
export async function findByPhones(
  context: ReadContext,
  phones: readonly string[],
  laid?: readonly Overlaid[],
): Promise<ContactView[]> {
  const wanted = new Set(phones);
  if (wanted.size === 0) return [];
  const { contacts } = context.cache;
  const overlay = laid ?? (await overlayContacts(context));
  const received = await contacts
    .where('phones')
    .anyOf([...wanted])
    .primaryKeys();
  // A queued change may have brought the phone that the server's copy does not have yet.
  const changed = overlay.map(({ serverId }) => serverId).filter(id => id !== null);
  const rows = await contacts.bulkGet([...new Set([...received, ...changed])]);
  const views = merge(
    overlay,
    rows.filter(row => row !== undefined),
  );
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
