import { and, desc, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { eachContactText } from '#contract/contact-fields.ts';
import { type Db, preparedOnce, type Queryable } from '../db/database.ts';
import { contactPhones, contacts } from '../db/schema.ts';

/** A contact with its phones in their order. */
export type ContactRow = Awaited<ReturnType<typeof readAllContacts>>[number];

const columns = {
  id: contacts.id,
  ...eachContactText(name => contacts[name]),
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

const living = (promoterId: number | Placeholder) =>
  and(eq(contacts.promoter_id, promoterId), isNull(contacts.deleted_at));
const ownLiving = living(sql.placeholder('promoterId'));

type PhoneRow = { id: number; full_phone: string };

const phoneList = sql<PhoneRow[]>`json_agg(
  json_build_object('id', ${contactPhones.id}, 'full_phone', ${contactPhones.full_phone}) order by ${contactPhones.pos})`;

/** The phones of the contact that a query looks at. */
const phonesOf = (on: Queryable) => {
  const list = on
    .select({ list: phoneList })
    .from(contactPhones)
    .where(eq(contactPhones.contact_id, contacts.id));
  return sql<PhoneRow[]>`coalesce((${list}), '[]')`;
};

const selectContacts = (on: Queryable) => on.select({ ...columns, phones: phonesOf(on) }).from(contacts);

/** The promoter's own contact; none when it is foreign, deleted or was never there. */
const contactOf = preparedOnce(on =>
  selectContacts(on)
    .where(and(eq(contacts.id, sql.placeholder('id')), ownLiving))
    .prepare('find_contact'),
);

export async function findContact(on: Queryable, promoterId: number, id: number) {
  const [row] = await contactOf(on).execute({ promoterId, id });
  return row;
}

/** The contact that this Idempotency-Key once made, even when it was deleted since. */
export async function findContactByKey(on: Queryable, promoterId: number, clientKey: string) {
  const [row] = await selectContacts(on).where(
    and(eq(contacts.promoter_id, promoterId), eq(contacts.client_key, clientKey)),
  );
  return row;
}

/** One page in one query: rows, their phones, and how many there are in all. */
const pageOf = preparedOnce(db => {
  const all = db.select({ total: sql`count(*)` }).from(contacts).where(ownLiving);
  // Which ones they are says the index alone: only of these, and of none that is skipped, the rest is looked up.
  const newest = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(ownLiving)
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('newest');
  return db
    .select({ ...columns, phones: phonesOf(db), total: sql`(${all})`.mapWith(Number) })
    .from(newest)
    .innerJoin(contacts, eq(contacts.id, newest.id))
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .prepare('read_contact_page');
});

/** One page of the book, newest first, with the number of all contacts. */
export async function readContactPage(db: Db, promoterId: number, slice: { limit: number; offset: number }) {
  const rows = await pageOf(db).execute({ promoterId, ...slice });
  // A page beyond the end has no row to carry the total.
  return { rows, total: rows[0]?.total ?? (await db.$count(contacts, living(promoterId))) };
}

/** The whole book, newest first, in one query however thick it is. */
export async function readAllContacts(on: Queryable, promoterId: number) {
  const phones = on
    .select({ contact_id: contactPhones.contact_id, list: phoneList.as('list') })
    .from(contactPhones)
    .innerJoin(contacts, eq(contacts.id, contactPhones.contact_id))
    .where(living(promoterId))
    .groupBy(contactPhones.contact_id)
    .as('phones');
  return on
    .select({ ...columns, phones: sql<PhoneRow[]>`coalesce(${phones.list}, '[]')` })
    .from(contacts)
    .leftJoin(phones, eq(phones.contact_id, contacts.id))
    .where(living(promoterId))
    .orderBy(desc(contacts.created_at), desc(contacts.id));
}

/** Each row's transaction and date in one hash. */
const versionOf = preparedOnce(db =>
  db
    .select({
      version: sql<string>`coalesce(md5(string_agg(concat_ws(':', ${contacts.id}, contacts.xmin, extract(epoch from ${contacts.updated_at})), ',' order by ${contacts.id})), 'none')`,
    })
    .from(contacts)
    .where(ownLiving)
    .prepare('read_book_version'),
);

/**
 * Another text after every change of the book, whoever made it: every write of a row leaves its transaction's
 * number in it. A clock cannot say that much, two changes may share a moment.
 */
export async function readBookVersion(db: Db, promoterId: number): Promise<string> {
  const [row] = await versionOf(db).execute({ promoterId });
  if (!row) throw new Error('an aggregate had no row');
  return row.version;
}
