/** Who asks: promoters with tokens of their own, and what each of them may name. */
import { eq, sql } from 'drizzle-orm';
import { newFamily, storePair } from '#server/auth/token-store.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { accessTokens, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';

/** The page's client. */
const PAGE = 2;

export type Account = {
  id: number;
  email: string;
  access: string;
  refresh: string;
  /** Some of their contacts. */
  contacts: number[];
  /** How many there are in all. */
  contactsTotal: number;
  requestsTotal: number;
};

export type Accounts = {
  promoters: Account[];
  /** The thickest books of the firm, for the last pages. */
  busiest: Account[];
  moderator: string;
  /** What an order may name. */
  district: number;
  work: number;
};

type Row = {
  id: number;
  email: string;
  contacts: number[] | null;
  contacts_total: number;
  requests_total: number;
};

/** Makes so many logins, of promoters drawn over all sizes. */
export async function seedAccounts(db: Db, wanted: number): Promise<Accounts> {
  return transact(db, async tx => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const busiest = sql`select promoter_id from contacts group by promoter_id order by count(*) desc limit 20`;
    const drawn = sql`select user_id from user_role join roles on roles.id = role_id and roles.name = 'promoter'
      where exists (select from contacts where promoter_id = user_id) order by md5(user_id::text) limit ${wanted}`;
    return {
      busiest: await signInAll(tx, busiest),
      promoters: await multiply(tx, await signInAll(tx, drawn), wanted),
      moderator: await signInModerator(tx),
      district: await leafOf(tx, 'districts'),
      work: await leafOf(tx, 'works'),
    };
  });
}

async function signInAll(tx: Tx, whose: ReturnType<typeof sql>): Promise<Account[]> {
  const found = await tx.execute(sql`
    select id::int, email, (select count(*)::int from contacts where promoter_id = users.id) as contacts_total,
      (select count(*)::int from requests where promoter_id = users.id) as requests_total,
      (select array_to_json(array_agg(id)) from (select contacts.id::int from contacts
        where promoter_id = users.id and deleted_at is null limit 20) as few) as contacts
    from users where id in (${whose})`);
  // The driver's own answer to the question above.
  const { rows } = found as unknown as { rows: Row[] };
  const signedIn: Account[] = [];
  for (const { contacts_total, requests_total, contacts, ...who } of rows) {
    const totals = { contactsTotal: contacts_total, requestsTotal: requests_total };
    signedIn.push({ ...who, contacts: contacts ?? [], ...totals, ...(await signIn(tx, who.id)) });
  }
  return signedIn;
}

/** In a small firm everybody has several phones: each needs a login of its own. */
async function multiply(tx: Tx, signedIn: readonly Account[], wanted: number): Promise<Account[]> {
  const all = [...signedIn];
  for (const account of signedIn.length > 0 ? cycle(signedIn) : []) {
    if (all.length >= wanted) break;
    all.push({ ...account, ...(await signIn(tx, account.id)) });
  }
  return all;
}

export function* cycle<Item>(items: readonly Item[]): Generator<Item, never> {
  for (;;) yield* items;
}

/** In the middle of a day: the first use of a token is one of the hundreds of its hour, and costs a transaction more. */
async function signIn(tx: Tx, userId: number) {
  const now = Date.now();
  const family = newFamily({ userId, clientId: PAGE, scopes: [], bearer: 'page' }, now);
  const { accessToken: access, refreshToken: refresh } = await storePair(tx, family, now);
  const used = { used_at: new Date(now) };
  await tx.update(accessTokens).set(used).where(eq(accessTokens.family, family.family));
  return { access, refresh };
}

async function signInModerator(tx: Tx): Promise<string> {
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, 'moderator@example.com'));
  if (!row) throw new Error('the demo accounts are not there');
  return (await signIn(tx, row.id)).access;
}

async function leafOf(tx: Tx, table: 'districts' | 'works'): Promise<number> {
  const found = await tx.execute(sql`
    select id::int from ${sql.identifier(table)} as leaf where kind = 'basa' and active
      and not exists (select from ${sql.identifier(table)} as below where below.parent_id = leaf.id) limit 1`);
  // The driver's own answer to the question above.
  const [row] = (found as unknown as { rows: { id: number }[] }).rows;
  if (!row) throw new Error(`no ${table} to choose`);
  return row.id;
}
