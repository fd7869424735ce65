/**
 * A firm as a moderator meets it: hundreds of promoters, a year of their requests, months of paid reports. Written by
 * a few statements over whole sets, because 200,000 requests one by one would take minutes.
 */
import { count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#server/db/database.ts';
import { districts, reports, roles, userRole, users } from '#server/db/schema.ts';
import { idOf, seedBase } from '#server/db/seed/base.ts';
import { DEMO_ACCOUNTS } from '#server/db/seed/demo.ts';
import { seedReferences } from '#server/db/seed/orders.ts';
import { seededRandom } from '#server/db/seed/random.ts';
import { MEN, STREETS, TROUBLES, WOMEN } from '#server/db/seed/words.ts';
import { transact } from '#server/db/transaction.ts';

export type ModerationPlan = {
  /** How many promoters. Their names are distinct, their addresses `p1@firm.example`, `p2@firm.example` … */
  promoters: number;
  /** On average: the busiest has three times as many as the laziest. All together they are exactly the product. */
  requestsEach?: number;
  contactsEach?: number;
  /** One open report for each number, of the first promoters, with so many done and unpaid requests. */
  openReports?: readonly number[];
  /** The newest request was made just before. */
  now?: Date;
  /** Of all of them. Left out nobody can sign in as one of them, they can only be looked at. */
  passwordHash?: string;
};

/** What the product is meant for: 500 promoters, 200,000 requests. The first two promoters have an open report. */
export const LARGE_FIRM: ModerationPlan = {
  promoters: 500,
  requestsEach: 400,
  contactsEach: 40,
  openReports: [60, 300],
};

export type SeededPromoter = { id: number; name: string; email: string };

export type SeededReport = { id: number; promoter: SeededPromoter; requests: number };

export type SeededModeration = {
  /** In the order of their addresses. */
  promoters: SeededPromoter[];
  /** In the order of the plan's `openReports`. */
  openReports: SeededReport[];
};

const DAY_MS = 86_400_000;

/** No hash of any password. */
const NOBODY_SIGNS_IN = '!';

/**
 * Plants promoters with contacts, requests in every state over the last twelve months, closed reports whose requests
 * are paid, done requests that wait for a report, and the open reports that were asked for. Always the same for the
 * same plan.
 */
export async function seedModeration(db: Db, plan: ModerationPlan): Promise<SeededModeration> {
  const seeded = await transact(db, async tx => {
    // The app's own limits are for what a user waits for.
    await tx.execute(sql`set local statement_timeout = 0`);
    return seedAll(tx, plan);
  });
  // A real PostgreSQL gets to it by itself after a while; what is measured must not depend on when.
  for (const table of ['users', 'user_role', 'contacts', 'contact_phones', 'reports', 'requests']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  }
  return seeded;
}

async function seedAll(tx: Tx, plan: ModerationPlan): Promise<SeededModeration> {
  const { requestsEach = 60, contactsEach = 10, openReports = [], now = new Date() } = plan;
  const began = new Date(now.getTime() - 400 * DAY_MS);
  const roleIds = await seedBase(tx, began);
  if ((await tx.select({ total: count() }).from(districts))[0]?.total === 0) await seedReferences(tx, began);
  const promoters = await seedPromoters(tx, plan, idOf(roleIds, 'promoter'), began);
  const moderatorId = await someModerator(tx, promoters);
  const shares = shareOut(promoters, requestsEach, openReports);
  await seedContacts(tx, shares, contactsEach, began);
  await seedPaidReports(tx, shares, moderatorId, now);
  const open = await seedOpenReports(tx, { openReports, promoters, moderatorId, now });
  await seedRequests(tx, shares, { contactsEach, now });
  return { promoters, openReports: open };
}

async function seedPromoters(
  tx: Tx,
  { promoters, passwordHash = NOBODY_SIGNS_IN }: ModerationPlan,
  roleId: number,
  at: Date,
): Promise<SeededPromoter[]> {
  const people = inventNames(promoters).map((name, before) => ({
    name,
    email: `p${before + 1}@firm.example`,
  }));
  const rest = { password_hash: passwordHash, status: 'active' as const, password_changed_at: at };
  await tx
    .insert(users)
    .values(people.map(person => ({ ...person, ...rest, created_at: at, updated_at: at })));
  const emails = people.map(({ email }) => email);
  const made = await tx
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.email, emails))
    .orderBy(users.id);
  await tx.insert(userRole).values(made.map(({ id }) => ({ user_id: id, role_id: roleId })));
  return made;
}

/** Who made the reports: a moderator of the firm, or in a firm without one, one of the promoters. */
async function someModerator(on: Queryable, [first]: readonly SeededPromoter[]): Promise<number> {
  const [found] = await on
    .select({ id: userRole.user_id })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(eq(roles.name, 'moderator'))
    .orderBy(userRole.user_id)
    .limit(1);
  const id = found?.id ?? first?.id;
  if (id === undefined) throw new Error('A plan needs at least one promoter');
  return id;
}

type Openings = {
  openReports: readonly number[];
  promoters: readonly SeededPromoter[];
  moderatorId: number;
  now: Date;
};

async function seedOpenReports(tx: Tx, { openReports, promoters, moderatorId, now }: Openings) {
  const made: SeededReport[] = [];
  for (const [at, requests] of openReports.entries()) {
    const promoter = promoters[at];
    if (!promoter) throw new Error('There are more open reports than promoters');
    const [row] = await tx
      .insert(reports)
      .values({
        promoter_id: promoter.id,
        number: MONTHS_PAID + 1,
        created_by: moderatorId,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: reports.id });
    if (!row) throw new Error('no report was seeded');
    made.push({ id: row.id, promoter, requests });
  }
  return made;
}

/** Who gets how many requests: between half and one and a half of the average, in no order, and exact in the sum. */
function shareOut(
  promoters: readonly SeededPromoter[],
  requestsEach: number,
  openReports: readonly number[],
): Share[] {
  const last = Math.max(1, promoters.length - 1);
  const total = promoters.length * requestsEach - openReports.reduce((sum, each) => sum + each, 0);
  const average = Math.max(0, total / promoters.length);
  const upTo = (place: number) => Math.round(average * (0.5 * place + (place * (place - 1)) / 2 / last));
  return promoters.map(({ id }, at) => {
    const place = (at * STRIDE) % promoters.length;
    const isOnly = promoters.length === 1;
    const requests = isOnly ? average : upTo(place + 1) - upTo(place);
    return { promoter: id, requests, open: openReports[at] ?? 0 };
  });
}

/** A prime, so that it has no factor in common with any usual number of promoters. */
const STRIDE = 7_919;

const SEED = 20_261_122;

/** The lists hold some 2,500 pairs; drawing the last of them would take for ever. */
const MOST = 2_000;

/** That many different names, none of them a demo account's, and always the same ones. */
function inventNames(count: number): string[] {
  if (count > MOST) throw new Error(`There are no ${count} different names, only ${MOST}`);
  const random = seededRandom(SEED);
  const taken = new Set(DEMO_ACCOUNTS.map(({ name }) => name));
  const names: string[] = [];
  while (names.length < count) {
    const { first, last } = random.chance(0.6) ? WOMEN : MEN;
    const name = `${random.pick(first)} ${random.pick(last)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    names.push(name);
  }
  return names;
}

/** How many requests a promoter gets, and how many more stand in an open report. */
export type Share = { promoter: number; requests: number; open: number };

/** Of the last twelve months; what was done in them stands in a closed report and is paid. */
export const MONTHS_PAID = 9;

const MONTHS = 12;

const list = (values: readonly unknown[]): SQL => sql`${JSON.stringify(values)}::text::jsonb`;

const people = (shares: readonly Share[]): SQL =>
  sql`jsonb_to_recordset(${list(shares)}) as people (promoter bigint, requests integer, open integer)`;

/** A number that looks drawn, below 2³¹, and is the same for the same `n` and salt: Lehmer's, twice. */
const drawn = (salt: number): SQL =>
  sql.raw(`((n * 48271 + ${salt * 7919}) % 2147483647 * 16807 % 2147483647)`);

const below = (limit: number, salt: number): SQL => sql`(${drawn(salt)} % ${sql.raw(String(limit))})::int`;

const pick = (words: readonly string[], salt: number): SQL =>
  sql`(${list(words)} ->> ${below(words.length, salt)})`;

const ago = (now: Date, share: SQL): SQL =>
  sql`${now.toISOString()}::timestamptz - interval '365 days' * (1 - ${share})`;

/** A book for each promoter; the numbers are of the unassigned code 000. */
export async function seedContacts(tx: Tx, shares: readonly Share[], each: number, at: Date): Promise<void> {
  const when = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into contacts (promoter_id, first_name, last_name, created_at, updated_at)
    select promoter, ${pick(FIRST, 1)}, ${pick(LAST, 2)}, ${when}, ${when}
    from (select promoter, row_number() over () as n
      from ${people(shares)}, generate_series(1, ${each}::int)) as made`);
  await tx.execute(sql`
    insert into contact_phones (contact_id, pos, full_phone, created_at, updated_at)
    select id, 0, '7000' || lpad(((id * 7919) % 10000000)::text, 7, '0'), ${when}, ${when}
    from contacts join ${people(shares)} on promoter = promoter_id`);
}

/** Names of women, so that first and last ones agree. */
const FIRST = ['Алёна', 'Вера', 'Галина', 'Дарья', 'Зинаида', 'Марина', 'Ольга', 'Фёкла'];
const LAST = ['Берёзкина', 'Дёмина', 'Ершова', 'Лаптева', 'Одинцова', 'Рябинина', 'Щукина'];

/** A closed report for each month that is long past. */
export async function seedPaidReports(
  tx: Tx,
  shares: readonly Share[],
  moderatorId: number,
  now: Date,
): Promise<void> {
  const madeAt = ago(now, sql`month / ${MONTHS}::float8`);
  await tx.execute(sql`
    insert into reports (promoter_id, number, closed_at, closed_by, created_by, created_at, updated_at)
    select promoter, month, ${madeAt} + interval '1 hour', ${moderatorId}::bigint, ${moderatorId}::bigint,
      ${madeAt}, ${madeAt} + interval '1 hour'
    from ${people(shares)}, generate_series(1, ${MONTHS_PAID}::int) as month
    order by month, promoter`);
}

/** The requests, oldest first. */
export async function seedRequests(
  tx: Tx,
  shares: readonly Share[],
  { contactsEach, now }: { contactsEach: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    with
    wanted as (
      select promoter, false as is_open, at / requests::float8 as progress
      from ${people(shares)}, generate_series(1, requests) as at
      union all
      select promoter, true, 0.9 + 0.1 * at / open
      from ${people(shares)}, generate_series(1, open) as at),
    numbered as materialized (
      select nextval('request_code_number') as n, *
      from (select * from wanted order by progress, promoter) as ordered),
    shaped as materialized (
      select *, ${ago(now, sql`progress`)} - interval '1 second' * ${below(86_400, 1)} as made_at,
        case when ${below(10, 2)} < 6 then 'basa' else 'point' end as type,
        ${stateOf()} as state, (500 + ${below(9_500, 4)}) * 100 + ${below(2, 5)} * 50 as kop,
        case when is_open then ${MONTHS_PAID + 1}::int
          when progress <= ${MONTHS_PAID / MONTHS}::float8 then ceil(progress * ${MONTHS}::int)::int end as month,
        1 + ${drawn(6)} % ${contactsEach}::int as contact
      from numbered),
    book as materialized (
      select contacts.id, promoter_id, concat_ws(' ', last_name, first_name) as fio, full_phone,
        row_number() over (partition by promoter_id order by contacts.id) as at
      from contacts join contact_phones on contact_id = contacts.id and pos = 0),
    ${leaves('districts')}, ${leaves('works')}
    insert into requests (promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id,
      work_id, broken, street, house, flat, state_code, tofirm_kop, percent_kop, done_at, paid_at, paid_by,
      report_id, created_at, updated_at)
    select promoter, book.id, type, n,
      case type when 'basa' then 'Л-' else 'М-' end || lpad(n::text, greatest(6, length(n::text)), '0'),
      fio, jsonb_build_array(full_phone), districts_of.ids[1 + ${drawn(7)} % cardinality(districts_of.ids)],
      works_of.ids[1 + ${drawn(8)} % cardinality(works_of.ids)], ${pick(TROUBLES, 9)}, ${pick(STREETS, 10)},
      (1 + ${below(120, 11)})::text, (1 + ${below(200, 12)})::text, state,
      case when state = 'done' then kop end, case when state = 'done' then (kop * 30 + 50) / 100 end,
      case when state = 'done' then made_at + interval '30 minutes' end,
      case when state = 'done' then reports.closed_at end, case when state = 'done' then reports.closed_by end,
      case when state = 'done' then reports.id end, made_at, made_at
    from shaped
    join book on book.promoter_id = promoter and book.at = contact
    join districts_of on districts_of.kind = type
    join works_of on works_of.kind = type
    left join reports on reports.promoter_id = promoter and number = month
    order by n`);
  await tx.execute(sql`
    delete from reports using ${people(shares)}
    where promoter = promoter_id and closed_at is not null
      and not exists (select from requests where report_id = reports.id)`);
}

/** All of an open report are done; of the others those of the last weeks are still in work or new. */
function stateOf(): SQL {
  return sql`case when is_open then 'done' when ${below(100, 3)} < 8 then 'cancelled'
    when progress <= 0.85 then 'done' when progress <= 0.95 then 'in_work' else 'new' end`;
}

/** What an order may name, as one list of ids for each kind. */
function leaves(table: 'districts' | 'works'): SQL {
  return sql.raw(`${table}_of as materialized (
    select kind, array_agg(id order by id) as ids from ${table} as leaf
    where active and not exists (select from ${table} as below where below.parent_id = leaf.id)
    group by kind)`);
}
