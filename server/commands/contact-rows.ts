import { and, desc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { contactTextFields, contactTextNames, eachContactText } from '#contract/contact-fields.ts';
import { PER_PAGE } from '#contract/wire.ts';
import { type Db, preparedOnce, type Queryable } from '../db/database.ts';
import { contactPhones, contacts } from '../db/schema.ts';

/** A contact with its phones in their order. */
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

const columns = {
  id: contacts.id,
  ...eachContactText(name => contacts[name]),
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
};

const livingOf = (promoterId: Placeholder | SQL) =>
  and(eq(contacts.promoter_id, promoterId), isNull(contacts.deleted_at));
const ownLiving = livingOf(sql.placeholder('promoterId'));

type PhoneRow = { id: number; full_phone: string };

/** The phones of the contact that a query looks at, in their order. */
const phonesOf = (on: Queryable) => {
  const phone = on
    .select({ id: contactPhones.id, full_phone: contactPhones.full_phone })
    .from(contactPhones)
    .where(eq(contactPhones.contact_id, contacts.id))
    .orderBy(contactPhones.pos)
    .as('phone');
  return sql<PhoneRow[]>`to_json(array(select phone from ${phone}))`;
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

/** A moment as answers tell it (presentDate): six digits, of which we know three. */
const written = (name: 'created_at' | 'updated_at') =>
  sql<string>`to_char(${contacts[name]} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"000Z"')`.as(name);

/** A contact as it is answered (presentContact), `first` before all else but its id. The database writes the JSON of a list. */
const answered = <First extends Record<string, SQL.Aliased>>(on: Queryable, first?: First) => ({
  id: contacts.id,
  ...first,
  ...eachContactText(name => sql<string>`coalesce(${contacts[name]}, '')`.as(name)),
  created_at: written('created_at'),
  updated_at: written('updated_at'),
  contact_phones: phonesOf(on).as('contact_phones'),
});

const textsInName = contactTextNames.filter(name => contactTextFields[name].inName);
const nameOf = sql<string>`trim(concat_ws(' ', ${sql.join(
  textsInName.map(name => contacts[name]),
  sql`, `,
)}))`.as('name');

/** The rows of `item` as JSON, in its order. */
const itemsAsJson = sql<string>`coalesce(string_agg(row_to_json(item)::text, ','), '')`;

/**
 * A number that no plan is made for. Most books are thin and a few are thick: seen, each would have the page planned anew
 * for it, which takes longer than to read it.
 */
const unseen = (name: string) => sql`(select ${sql.placeholder(name)}::bigint)`;

/** One page in one query: rows, their phones, and how many there are in all. */
const pageOf = preparedOnce(db => {
  const own = livingOf(unseen('promoterId'));
  const all = db.select({ total: sql`count(*)` }).from(contacts).where(own);
  // Which ones they are says the index alone: only of these, and of none that is skipped, the rest is looked up.
  const newest = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(own)
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    // In the text, for the plan: of an unknown number it takes a tenth of all contacts for the page.
    .limit(sql.raw(`${PER_PAGE}`) as unknown as number) // drizzle takes it, its types do not know
    .offset(unseen('offset') as unknown as number)
    .as('newest');
  const item = db
    .select(answered(db))
    .from(newest)
    .innerJoin(contacts, eq(contacts.id, newest.id))
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .as('item');
  return db
    .select({
      items: itemsAsJson,
      count: sql`count(*)`.mapWith(Number),
      total: sql`(${all})`.mapWith(Number),
    })
    .from(item)
    .prepare('read_contact_page');
});

/** One page of the book as JSON, newest first: its `PER_PAGE` items, how many they are, and the number of all contacts. */
export async function readContactPage(db: Db, promoterId: number, offset: number) {
  const [page] = await pageOf(db).execute({ promoterId, offset });
  if (!page) throw new Error('an aggregate had no row');
  return page;
}

/**
 * Phones are looked up contact by contact, like a page's: a join of two lists of one owner can be planned as the product of
 * both, because the planner expects one row of an owner whom it has never counted.
 */
const bookOf = preparedOnce(db => {
  const item = db
    .select(answered(db, { name: nameOf }))
    .from(contacts)
    .where(ownLiving)
    .orderBy(desc(contacts.created_at), desc(contacts.id))
    .as('item');
  return db.select({ items: itemsAsJson }).from(item).prepare('read_book');
});

/** The whole book as JSON, newest first, in one query however thick it is. */
export async function readAllContacts(db: Db, promoterId: number): Promise<string> {
  const [book] = await bookOf(db).execute({ promoterId });
  if (!book) throw new Error('an aggregate had no row');
  return book.items;
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
