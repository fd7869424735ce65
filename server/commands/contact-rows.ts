import { and, asc, desc, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { type ContactTextName, eachContactText } from '#contract/contact-fields.ts';
import { type Db, preparedOnce, type Queryable } from '../db/database.ts';
import { contactPhones, contacts } from '../db/schema.ts';

type ContactPhoneRow = { id: number; full_phone: string };

/** A contact with its phones in their order. */
export type ContactRow = Record<ContactTextName, string | null> & {
  id: number;
  created_at: Date;
  updated_at: Date;
  phones: ContactPhoneRow[];
};

const columns = {
  id: contacts.id,
  ...eachContactText(name => contacts[name]),
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

const living = (promoterId: number | Placeholder) =>
  and(eq(contacts.promoter_id, promoterId), isNull(contacts.deleted_at));
const ownLiving = living(sql.placeholder('promoterId'));

/** The phones of the contact that a query looks at, in their order; null where there are none. */
const phonesOf = (on: Queryable) => {
  const phone = sql`json_build_object('id', ${contactPhones.id}, 'full_phone', ${contactPhones.full_phone})`;
  const list = on
    .select({ list: sql`json_agg(${phone} order by ${contactPhones.pos})` })
    .from(contactPhones)
    .where(eq(contactPhones.contact_id, contacts.id));
  return sql<ContactPhoneRow[] | null>`(${list})`;
};

const contactOf = preparedOnce(on =>
  on
    .select({ ...columns, phones: phonesOf(on) })
    .from(contacts)
    .where(and(eq(contacts.id, sql.placeholder('id')), ownLiving))
    .prepare('find_contact'),
);

const contactByKeyOf = preparedOnce(on =>
  on
    .select({ ...columns, phones: phonesOf(on) })
    .from(contacts)
    .where(
      and(
        eq(contacts.promoter_id, sql.placeholder('promoterId')),
        eq(contacts.client_key, sql.placeholder('clientKey')),
      ),
    )
    .prepare('find_contact_by_key'),
);

/** The promoter's own contact; undefined when it is foreign, deleted or was never there. */
export async function findContact(
  on: Queryable,
  promoterId: number,
  id: number,
): Promise<ContactRow | undefined> {
  const [row] = await contactOf(on).execute({ promoterId, id });
  return row && { ...row, phones: row.phones ?? [] };
}

/** The contact that this Idempotency-Key once made, even when it was deleted since. */
export async function findContactByKey(
  on: Queryable,
  promoterId: number,
  clientKey: string,
): Promise<ContactRow | undefined> {
  const [row] = await contactByKeyOf(on).execute({ promoterId, clientKey });
  return row && { ...row, phones: row.phones ?? [] };
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
    .select({
      ...columns,
      phones: phonesOf(db),
      total: sql`(${all})`.mapWith(Number),
    })
    .from(newest)
    .innerJoin(contacts, eq(contacts.id, newest.id))
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .prepare('read_contact_page');
});

/** One page of the book, newest first, with the number of all contacts. */
export async function readContactPage(
  db: Db,
  promoterId: number,
  slice: { limit: number; offset: number },
): Promise<{ rows: ContactRow[]; total: number }> {
  const rows = await pageOf(db).execute({ promoterId, ...slice });
  const [first] = rows;
  if (!first) return { rows: [], total: await countContacts(db, promoterId) };
  return { rows: rows.map(row => ({ ...row, phones: row.phones ?? [] })), total: first.total };
}

/** Only asked for a page beyond the end, which has no row to carry the total. */
function countContacts(db: Db, promoterId: number): Promise<number> {
  return db.$count(contacts, living(promoterId));
}

/** The whole book, newest first. Two queries, however thick it is. */
export async function readAllContacts(on: Queryable, promoterId: number): Promise<ContactRow[]> {
  const rows = await on
    .select(columns)
    .from(contacts)
    .where(living(promoterId))
    .orderBy(desc(contacts.created_at), desc(contacts.id));
  const phones = await on
    .select({
      id: contactPhones.id,
      contact_id: contactPhones.contact_id,
      full_phone: contactPhones.full_phone,
    })
    .from(contactPhones)
    .innerJoin(contacts, eq(contacts.id, contactPhones.contact_id))
    .where(living(promoterId))
    .orderBy(asc(contactPhones.contact_id), asc(contactPhones.pos));
  return join(rows, phones);
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

function join(
  rows: Omit<ContactRow, 'phones'>[],
  phones: (ContactPhoneRow & { contact_id: number })[],
): ContactRow[] {
  const byContact = new Map<number, ContactPhoneRow[]>();
  for (const { contact_id, id, full_phone } of phones) {
    const own = byContact.get(contact_id);
    if (own) own.push({ id, full_phone });
    else byContact.set(contact_id, [{ id, full_phone }]);
  }
  return rows.map(row => ({ ...row, phones: byContact.get(row.id) ?? [] }));
}
