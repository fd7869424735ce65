import { and, eq, isNull } from 'drizzle-orm';
import type * as v from 'valibot';
import { eachContactText } from '#contract/contact-fields.ts';
import type { saveContact as endpoint } from '#contract/contacts.ts';
import type { Tx } from '../db/database.ts';
import { notFound } from '../db/refusal.ts';
import { madeAt } from '../db/schema/columns.ts';
import { contactPhones, contacts } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { findContact, findContactByKey } from './contact-rows.ts';

type Input = v.InferOutput<(typeof endpoint)['input']>;

/** Makes a contact, or changes an own one when an id is given. */
export async function saveContact(tx: Tx, act: Act, input: Input) {
  return input.id ? changeContact(tx, act, input.id, input) : createContact(tx, act, input);
}

function textsOf(input: Input) {
  return { ...eachContactText(name => input[name] ?? null), first_name: input.first_name };
}

async function createContact(tx: Tx, act: Act, input: Input) {
  const [made] = await tx
    .insert(contacts)
    .values({
      promoter_id: act.actorId,
      ...textsOf(input),
      client_key: act.clientKey,
      ...madeAt(act.now),
    })
    .onConflictDoNothing()
    .returning({ id: contacts.id });
  if (!made) return alreadyMade(tx, act);
  await writePhones(tx, act, made.id, input);
  await audit(tx, act, { action: 'create', entity: 'contact', entityId: made.id });
  return stored(tx, act, made.id);
}

/** The key outlived its stored answer: the contact of then is the answer. */
async function alreadyMade(tx: Tx, act: Act) {
  const known = act.clientKey ? await findContactByKey(tx, act.actorId, act.clientKey) : undefined;
  if (!known) throw new Error('a contact conflicted with no row of its key');
  return known;
}

const isOwnLiving = (act: Act, id: number) =>
  and(eq(contacts.id, id), eq(contacts.promoter_id, act.actorId), isNull(contacts.deleted_at));

async function changeContact(tx: Tx, act: Act, id: number, input: Input) {
  const changed = await tx
    .update(contacts)
    .set({ ...textsOf(input), updated_at: act.now })
    .where(isOwnLiving(act, id))
    .returning({ id: contacts.id });
  if (changed.length === 0) throw notFound();
  await tx.delete(contactPhones).where(eq(contactPhones.contact_id, id));
  await writePhones(tx, act, id, input);
  await audit(tx, act, { action: 'update', entity: 'contact', entityId: id });
  return stored(tx, act, id);
}

async function writePhones(tx: Tx, { now }: Act, contact_id: number, { contact_phones }: Input) {
  const rows = contact_phones.map(({ full_phone }, pos) => ({ contact_id, pos, full_phone, ...madeAt(now) }));
  await tx.insert(contactPhones).values(rows);
}

async function stored(tx: Tx, act: Act, id: number) {
  const contact = await findContact(tx, act.actorId, id);
  if (!contact) throw new Error('a contact vanished in its own transaction');
  return contact;
}

/** Hides an own contact; its orders keep their copy of name and phones. */
export async function deleteContact(tx: Tx, act: Act, id: number) {
  const deleted = await tx
    .update(contacts)
    .set({ deleted_at: act.now, updated_at: act.now })
    .where(isOwnLiving(act, id))
    .returning({ id: contacts.id });
  if (deleted.length === 0) throw notFound();
  await audit(tx, act, { action: 'delete', entity: 'contact', entityId: id });
}
