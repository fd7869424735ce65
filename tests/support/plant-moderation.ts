/**
 * A firm as a moderator meets it: hundreds of promoters, a year of their requests, months of paid reports. Written by
 * a few statements over whole sets, because 200,000 requests one by one would take minutes.
 */
import { count, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#server/db/database.ts';
import { districts, reports, roles, userRole, users } from '#server/db/schema.ts';
import { idOf, seedBase } from '#server/db/seed/base.ts';
import { DEMO_ACCOUNTS } from '#server/db/seed/demo.ts';
import { seededRandom } from '#server/db/seed/random.ts';
import { seedReferences } from '#server/db/seed/references.ts';
import { MEN, WOMEN } from '#server/db/seed/words.ts';
import { transact } from '#server/db/transaction.ts';
import { MONTHS_PAID, plantContacts, plantPaidReports, plantRequests, type Share } from './plant-requests.ts';

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

export type PlantedPromoter = { id: number; name: string; email: string };

export type PlantedReport = { id: number; promoter: PlantedPromoter; requests: number };

export type PlantedModeration = {
  /** In the order of their addresses. */
  promoters: PlantedPromoter[];
  /** In the order of the plan's `openReports`. */
  openReports: PlantedReport[];
};

const DAY_MS = 86_400_000;

/** No hash of any password. */
const NOBODY_SIGNS_IN = '!';

/**
 * Plants promoters with contacts, requests in every state over the last twelve months, closed reports whose requests
 * are paid, done requests that wait for a report, and the open reports that were asked for. Always the same for the
 * same plan. Into a test server it goes by `plantModeration(server.db, plan)`; into the running process of a journey
 * by `atNight(server, db => plantModeration(db, plan))` (tests/support/firm-office).
 */
export async function plantModeration(db: Db, plan: ModerationPlan): Promise<PlantedModeration> {
  const planted = await transact(db, async tx => {
    // The app's own limits are for what a user waits for.
    await tx.execute(sql`set local statement_timeout = 0`);
    return plantAll(tx, plan);
  });
  // A real PostgreSQL gets to it by itself after a while; what is measured must not depend on when.
  for (const table of ['users', 'user_role', 'contacts', 'contact_phones', 'reports', 'requests']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`));
  }
  return planted;
}

async function plantAll(tx: Tx, plan: ModerationPlan): Promise<PlantedModeration> {
  const { requestsEach = 60, contactsEach = 10, openReports = [], now = new Date() } = plan;
  const began = new Date(now.getTime() - 400 * DAY_MS);
  const roleIds = await seedBase(tx, began);
  if ((await tx.select({ total: count() }).from(districts))[0]?.total === 0) await seedReferences(tx, began);
  const promoters = await plantPromoters(tx, plan, idOf(roleIds, 'promoter'), began);
  const moderatorId = await someModerator(tx, promoters);
  const shares = shareOut(promoters, requestsEach, openReports);
  await plantContacts(tx, shares, contactsEach, began);
  await plantPaidReports(tx, shares, moderatorId, now);
  const open = await plantOpenReports(tx, { openReports, promoters, moderatorId, now });
  await plantRequests(tx, shares, { contactsEach, now });
  return { promoters, openReports: open };
}

async function plantPromoters(
  tx: Tx,
  { promoters, passwordHash = NOBODY_SIGNS_IN }: ModerationPlan,
  roleId: number,
  at: Date,
): Promise<PlantedPromoter[]> {
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
async function someModerator(on: Queryable, [first]: readonly PlantedPromoter[]): Promise<number> {
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
  promoters: readonly PlantedPromoter[];
  moderatorId: number;
  now: Date;
};

async function plantOpenReports(tx: Tx, { openReports, promoters, moderatorId, now }: Openings) {
  const made: PlantedReport[] = [];
  for (const [at, requests] of openReports.entries()) {
    const promoter = promoters[at];
    if (!promoter) throw new Error('There are more open reports than promoters');
    const [row] = await tx
      .insert(reports)
      .values({
        ...{ promoter_id: promoter.id, number: MONTHS_PAID + 1, created_by: moderatorId },
        ...{ created_at: now, updated_at: now },
      })
      .returning({ id: reports.id });
    if (!row) throw new Error('no report was planted');
    made.push({ id: row.id, promoter, requests });
  }
  return made;
}

/** Who gets how many requests: between half and one and a half of the average, in no order, and exact in the sum. */
function shareOut(
  promoters: readonly PlantedPromoter[],
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
    const name = `${random.pick<string>(first)} ${random.pick<string>(last)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    names.push(name);
  }
  return names;
}
