import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../db/database.ts';
import { preparedOnce } from '../db/prepared.ts';
import { contactPhones, contacts } from '../db/schema.ts';

export type ContactPhoneRow = { id: number; full_phone: string };

/** A contact with its phones in their order. */
export type ContactRow = {
  id: number;
  first_name: string;
  last_name: string | null;
  comment: string | null;
  created_at: Date;
  updated_at: Date;
  phones: ContactPhoneRow[];
};

const columns = {
  id: contacts.id,
  first_name: contacts.first_name,
  last_name: contacts.last_name,
  comment: contacts.comment,
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

const living = (promoterId: number) => and(eq(contacts.promoter_id, promoterId), isNull(contacts.deleted_at));

/** The promoter's own contact; undefined when it is foreign, deleted or was never there. */
export async function findContact(
  on: Queryable,
  promoterId: number,
  id: number,
): Promise<ContactRow | undefined> {
  const rows = await on
    .select(columns)
    .from(contacts)
    .where(and(eq(contacts.id, id), living(promoterId)));
  return (await withPhones(on, rows))[0];
}

/** The contact that this Idempotency-Key once made, even when it was deleted since. */
export async function findContactByKey(
  on: Queryable,
  promoterId: number,
  clientKey: string,
): Promise<ContactRow | undefined> {
  const rows = await on
    .select(columns)
    .from(contacts)
    .where(and(eq(contacts.promoter_id, promoterId), eq(contacts.client_key, clientKey)));
  return (await withPhones(on, rows))[0];
}

/** One page in one query: rows, their phones, and how many there are in all. */
const pageOf = preparedOnce(db => {
  const own = and(eq(contacts.promoter_id, sql.placeholder('promoterId')), isNull(contacts.deleted_at));
  const all = db.select({ total: sql`count(*)` }).from(contacts).where(own);
  const phones = db
    .select({
      list: sql`json_agg(json_build_object('id', ${contactPhones.id}, 'full_phone', ${contactPhones.full_phone}) order by ${contactPhones.pos})`,
    })
    .from(contactPhones)
    .where(eq(contactPhones.contact_id, contacts.id));
  // Which ones they are says the index alone: only of these, and of none that is skipped, the rest is looked up.
  const newest = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(own)
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('newest');
  return db
    .select({
      ...columns,
      phones: sql<ContactPhoneRow[] | null>`(${phones})`,
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
    .where(and(eq(contacts.promoter_id, sql.placeholder('promoterId')), isNull(contacts.deleted_at)))
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

async function withPhones(on: Queryable, rows: Omit<ContactRow, 'phones'>[]): Promise<ContactRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(row => row.id);
  const phones = await on
    .select({
      id: contactPhones.id,
      contact_id: contactPhones.contact_id,
      full_phone: contactPhones.full_phone,
    })
    .from(contactPhones)
    .where(inArray(contactPhones.contact_id, ids))
    .orderBy(asc(contactPhones.contact_id), asc(contactPhones.pos));
  return join(rows, phones);
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
