/**
 * A firm as large as the product is meant for, beside the demo accounts: for the benchmark. Written by statements over
 * whole sets into tables without indexes and keys, slice by slice of two years, so that rows lie on disk in the order in
 * which they would have come, and memory stays bounded; indexes and keys are made at the end. Each step is a transaction:
 * what a killed run left undone the next one goes on with.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/database.ts';
import { settings, userRole, users } from '#server/db/schema.ts';
import { seedContacts } from '#server/db/seed/people.ts';
import { seededRandom } from '#server/db/seed/random.ts';
import { MEN, WOMEN } from '#server/db/seed/words.ts';
import { transact } from '#server/db/transaction.ts';
import { type Dropped, dropIndexes, FILLED, recreateIndexes } from './drop-indexes.ts';
import { insertLoadContacts, insertLoadRequests } from './load-rows.ts';
import { type LoadPlan, peopleOfLoad } from './load-sets.ts';

/** The largest realistic firm. */
export const LARGEST_FIRM: LoadPlan = { promoters: 10_000, contacts: 1_000_000, requests: 3_000_000 };

/** First and last names alone would repeat. */
const PATRONYMICS = {
  women: 'Алексеевна Борисовна Викторовна Геннадьевна Егоровна Ильинична Павловна Фёдоровна'.split(' '),
  men: 'Алексеевич Борисович Викторович Геннадьевич Егорович Ильич Павлович Фёдорович'.split(' '),
};

/** How many steps are done, of how many, and what the last one was. */
export type LoadProgress = { step: number; of: number; what: string };

const KEY = 'load_seed';
const EMAIL = 'moderator@example.com';
const BUSY = 'busy@example.com';

/** The largest book of the benchmark has 50,000 contacts; the demo firm gives it 5,000. */
const BUSY_MORE = 45_000;
const SEED = 20_261_124;

/** Some 100,000 rows each for the largest firm. */
const CONTACT_SLICES = 8;
const REQUEST_SLICES = 24;

/** What is still to be done; it stands in the settings until all is. */
type Undone = { plan: LoadPlan; now: string; step: number; dropped: Dropped[] };

type Step = { what: string; run: (tx: Tx) => Promise<unknown> };

/** Makes the firm, unless it is there; goes on where a killed run has stopped. */
export async function fillLoad(
  db: Db,
  passwordHash: string,
  report: (progress: LoadProgress) => void,
): Promise<void> {
  const now = new Date();
  await transact(db, async tx => {
    if (await hasLoad(tx)) return;
    const [busy] = await tx.select({ id: users.id }).from(users).where(eq(users.email, BUSY));
    if (busy) await seedContacts(tx, seededRandom(SEED), busy.id, BUSY_MORE, now);
    await beginLoad(tx, LARGEST_FIRM, passwordHash, now);
  });
  await finishLoad(db, report);
}

async function hasLoad(tx: Tx): Promise<boolean> {
  const email = 'load000001@example.com';
  const [row] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row !== undefined;
}

/** Makes the promoters and notes that all the rest is to follow. */
export async function beginLoad(tx: Tx, plan: LoadPlan, passwordHash: string, now: Date): Promise<void> {
  if (plan.contacts < plan.promoters) throw new Error('a promoter of the load has no contact');
  await allowLongStatements(tx);
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into users (name, email, password_hash, status, password_changed_at, created_at, updated_at)
    select ${nameOf()}, 'load' || lpad(n::text, 6, '0') || '@example.com', ${passwordHash}, 'active',
      ${at}, ${at} - interval '730 days', ${at}
    from generate_series(1, ${plan.promoters}::int) as n order by n`);
  await tx.execute(sql`
    insert into ${userRole} (user_id, role_id)
    select ${users}.id, roles.id from ${users}, roles
    where ${users}.email like 'load______@example.com' and roles.name = 'promoter'`);
  const value: Undone = { plan, now: now.toISOString(), step: 0, dropped: await dropIndexes(tx) };
  await tx.insert(settings).values({ key: KEY, value, created_at: now, updated_at: now });
}

/** Does what is undone, if anything is. Of several processes each takes the next step. */
export async function finishLoad(db: Db, report: (progress: LoadProgress) => void): Promise<void> {
  for (;;) {
    const done = await transact(db, takeNextStep);
    if (!done) return;
    report(done);
  }
}

/** Returns what was done; undefined when nothing is left. */
async function takeNextStep(tx: Tx): Promise<LoadProgress | undefined> {
  await allowLongStatements(tx);
  const [row] = await tx.select().from(settings).where(eq(settings.key, KEY)).for('update');
  if (!row) return undefined;
  // Written by beginLoad and below alone.
  const undone = row.value as Undone;
  const steps = stepsOf(undone);
  const next = steps[undone.step];
  if (!next) throw new Error('the load has no such step');
  await next.run(tx);
  const step = undone.step + 1;
  if (step < steps.length)
    await tx
      .update(settings)
      .set({ value: { ...undone, step } })
      .where(eq(settings.key, KEY));
  else await tx.delete(settings).where(eq(settings.key, KEY));
  return { step, of: steps.length, what: next.what };
}

function stepsOf({ plan, now, dropped }: Undone): Step[] {
  const people = peopleOfLoad(plan);
  const sliced = (what: string, slices: number, insert: typeof insertLoadContacts) =>
    Array.from({ length: slices }, (_, slice): Step => {
      return { what, run: tx => insert(tx, people, { slice, slices, now }) };
    });
  return [
    ...sliced('contacts', CONTACT_SLICES, insertLoadContacts),
    { what: 'reports', run: tx => insertReports(tx, now) },
    ...sliced('requests', REQUEST_SLICES, insertLoadRequests),
    { what: 'empty reports', run: deleteEmptyReports },
    ...dropped.map((each): Step => ({ what: each.name, run: tx => recreateIndexes(tx, each) })),
    { what: 'statistics', run: gatherStatistics },
  ];
}

function deleteEmptyReports(tx: Tx): Promise<unknown> {
  return tx.execute(sql`
    delete from reports where created_by <> promoter_id
      and promoter_id in (select id from users where email like 'load______@example.com')
      and not exists (select from requests where report_id = reports.id)`);
}

async function gatherStatistics(tx: Tx): Promise<void> {
  for (const table of ['users', 'user_role', ...FILLED]) await tx.execute(sql.raw(`analyze ${table}`));
}

/**
 * The app's own limits are for what a user waits for. Compiling these statements takes longer than running them; what is
 * joined is larger than any table seems to be that was never analyzed.
 */
async function allowLongStatements(tx: Tx): Promise<void> {
  for (const setting of ['jit = off', 'statement_timeout = 0', 'lock_timeout = 0']) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
  await tx.execute(sql`set local work_mem = '64MB'`);
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
}

/** For 22 months a closed report each; of the next to last month every third promoter has an open one. */
async function insertReports(tx: Tx, now: string): Promise<void> {
  const monthEnd = sql`${now}::timestamptz - interval '730 days' * ((24 - month) / 24.0)`;
  await tx.execute(sql`
    insert into reports (promoter_id, number, closed_at, closed_by, created_by, created_at, updated_at)
    select promoter.id, month, case when month < 23 then ${monthEnd} end, case when month < 23 then moderator.id end,
      moderator.id, ${monthEnd} - interval '1 hour', ${monthEnd}
    from generate_series(1, 23) as month
      join users as promoter on promoter.email like 'load______@example.com' and (month < 23 or promoter.id % 3 = 0)
      join users as moderator on moderator.email = ${EMAIL}
    order by month, promoter.id`);
}

/** First name, patronymic, last name: with all three no two promoters are called the same. */
function nameOf(): SQL {
  const choose = (from: readonly string[], at: SQL) =>
    sql`(array(select jsonb_array_elements_text(${JSON.stringify(from)}::text::jsonb)))[1 + (${at})::int]`;
  const name = ({ first, last }: typeof WOMEN | typeof MEN, fathers: readonly string[]) =>
    sql`concat_ws(' ', ${choose(first, sql`n / 2 % ${count(first)}`)},
      ${choose(fathers, sql`n / 2 / ${count(first)} / ${count(last)} % ${count(fathers)}`)},
      ${choose(last, sql`n / 2 / ${count(first)} % ${count(last)}`)})`;
  return sql`case n % 2 when 0 then ${name(WOMEN, PATRONYMICS.women)} else ${name(MEN, PATRONYMICS.men)} end`;
}

function count(words: readonly string[]): SQL {
  return sql.raw(String(words.length));
}
