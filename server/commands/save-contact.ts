import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { contactTextNames, eachContactText } from '#contract/contact-fields.ts';
import type { saveContact as endpoint } from '#contract/contacts.ts';
import type { Db, Queryable, Tx } from '../db/database.ts';
import { drawNumbers } from '../db/numbers.ts';
import { notFound } from '../db/refusal.ts';
import { madeAt } from '../db/schema/columns.ts';
import { contactPhones, contacts } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { type ContactRow, findContact, findContactByKey } from './contact-rows.ts';
import { isClaimed, type Making, makingStatement, NothingInTheWay } from './making-statement.ts';

type Input = v.InferOutput<(typeof endpoint)['input']>;

const drawId = drawNumbers('contacts_id_seq');
const drawPhoneId = drawNumbers('contact_phones_id_seq');

function textsOf(input: Input) {
  return { ...eachContactText(name => input[name] ?? null), first_name: input.first_name };
}

/** The new contact as it will be answered, its numbers drawn ahead; nothing where one is to be changed. */
export async function drawContact(db: Db, { now }: Act, input: Input): Promise<ContactRow | undefined> {
  if (input.id) return undefined;
  const phones = input.contact_phones.map(async ({ full_phone }) => ({
    id: await drawPhoneId(db),
    full_phone,
  }));
  const [id, ...rows] = await Promise.all([drawId(db), ...phones]);
  return { id, ...textsOf(input), created_at: now, updated_at: now, phones: rows };
}

/** Makes the contact. Resolves to whether it did: all or nothing. */
export function makeContact(on: Queryable, making: Making<Input, ContactRow>): Promise<boolean> {
  const { id, phones, ...texts } = making.drawn;
  const rows = JSON.stringify(phones.map((phone, pos) => ({ ...phone, pos })));
  return contactInto(on, making, { ...texts, id, rows });
}

const value = sql.placeholder;

const contactInto = makingStatement('contact', {
  named: sql`
    select 1 as one where not exists (select from ${contacts}
      where ${contacts.promoter_id} = ${value('actorId')} and ${contacts.client_key} = ${value('clientKey')}::uuid)`,
  made: sql`
    insert into ${contacts} (id, promoter_id, client_key, created_at, updated_at, ${sql.raw(contactTextNames.join(', '))})
    select ${value('id')}::bigint, ${value('actorId')}, ${value('clientKey')}::uuid, ${value('now')}, ${value('now')},
      ${sql.join(contactTextNames.map(value), sql`, `)}
    from named where ${isClaimed} returning id`,
  phoned: sql`
    insert into ${contactPhones} (id, contact_id, pos, full_phone, created_at, updated_at)
    select phone.id, made.id, phone.pos, phone.full_phone, ${value('now')}, ${value('now')}
    from made, json_to_recordset(${value('rows')}::json) as phone (id bigint, pos integer, full_phone text)`,
});

/** Changes an own contact; otherwise the one stands here that the key once made, and made again it was not. */
export async function changeContactOrExplain(tx: Tx, act: Act, input: Input): Promise<ContactRow> {
  if (input.id) return changeContact(tx, act, input.id, input);
  const known = act.clientKey ? await findContactByKey(tx, act.actorId, act.clientKey) : undefined;
  if (!known) throw new NothingInTheWay();
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
