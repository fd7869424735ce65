/** The other promoters of the demo firm: what moderators and administrators have to do with. */
import { eq, sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Tx } from '../database.ts';
import { reports, requests, roles, userRole, users } from '../schema.ts';
import type { RoleName } from './base.ts';
import { inventOrder, type SeededReport, type Sources } from './orders.ts';
import { seedContacts } from './people.ts';
import { type Random, seededRandom } from './random.ts';
import { MEN, WOMEN } from './words.ts';

/** Numbers of their own: what the demo accounts have stays what it was. */
const SEED = 20_261_121;
const SIZE = 30;
const CONTACTS = 4;
const ROLE: RoleName = 'promoter';

/** The first of them has a whole payday's orders waiting for a report. */
const PAYDAY_ORDERS = 60;

type Firm = Omit<Sources, 'random' | 'promoterId' | 'contacts'> & { passwordHash: string };

/** Makes promoter01@example.com and so on, with orders in all states, in closed reports, in open ones and in none. */
export async function seedTeam(tx: Tx, firm: Firm, lastCode: number): Promise<void> {
  const random = seededRandom(SEED);
  const ids = await seedAccounts(tx, firm, random);
  const closed = await seedReports(tx, firm, ids, new Date(firm.now.getTime() - 30 * DAY_MS));
  // Every third has no open one: there it is still to be formed.
  const collected = ids.filter((_, at) => at % 3 !== 0);
  const open = await seedReports(tx, firm, collected, null);
  const rows: ReturnType<typeof inventOrder>[] = [];
  for (const [at, promoterId] of ids.entries()) {
    const contacts = await seedContacts(tx, random, promoterId, CONTACTS, firm.now);
    const own = { closed: closed.get(promoterId) ?? null, open: open.get(promoterId) ?? null };
    for (const plan of at === 0 ? planPayday(own) : planMonths(random, own)) {
      const code = lastCode + rows.length + 1;
      rows.push(inventOrder({ ...firm, random, promoterId, contacts }, { code, ...plan }));
    }
  }
  await tx.insert(requests).values(rows);
  await tx.execute(sql`select setval('request_code_number', ${lastCode + rows.length})`);
}

async function seedAccounts(tx: Tx, { passwordHash, now }: Firm, random: Random): Promise<number[]> {
  const times = { password_changed_at: now, created_at: now, updated_at: now };
  const account = (name: string, at: number) => ({
    email: `promoter${String(at + 1).padStart(2, '0')}@example.com`,
    name,
    password_hash: passwordHash,
    status: 'active' as const,
    ...times,
  });
  const names = inventNames(random);
  const made = await tx.insert(users).values(names.map(account)).returning({ id: users.id });
  const ids = made.map(row => row.id);
  const [role] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.name, ROLE));
  if (!role) throw new Error('the role of promoters is not seeded');
  await tx.insert(userRole).values(ids.map(user_id => ({ user_id, role_id: role.id })));
  return ids;
}

/** No two of the same name: a picker could not tell them apart. */
function inventNames(random: Random): string[] {
  const names = new Set<string>();
  while (names.size < SIZE) {
    const from = random.chance(0.6) ? WOMEN : MEN;
    names.add(`${random.pick(from.first)} ${random.pick(from.last)}`);
  }
  return [...names];
}

/** One report for each of them; by the promoter's id. */
async function seedReports(
  tx: Tx,
  { moderatorId, now }: Firm,
  promoterIds: number[],
  closedAt: Date | null,
): Promise<Map<number, SeededReport>> {
  const created_at = new Date((closedAt ?? now).getTime() - DAY_MS);
  const made = await tx
    .insert(reports)
    .values(
      promoterIds.map(promoter_id => ({
        promoter_id,
        number: closedAt ? 1 : 2,
        created_by: moderatorId,
        created_at,
        closed_at: closedAt,
        closed_by: closedAt && moderatorId,
        updated_at: closedAt ?? created_at,
      })),
    )
    .returning({ id: reports.id, promoterId: reports.promoter_id });
  return new Map(made.map(({ id, promoterId }) => [promoterId, { id, closedAt }]));
}

type Own = { closed: SeededReport | null; open: SeededReport | null };

function planMonths(random: Random, { closed, open }: Own) {
  const count = 6 + Math.floor(random.next() * 9);
  return Array.from({ length: count }, (_, at) => {
    const progress = (at + random.next()) / count;
    if (progress < 0.4) return { progress, report: closed };
    return { progress, report: progress < 0.6 ? open : null };
  });
}

/** Some old ones, paid, and all that is due. */
function planPayday({ closed }: Own) {
  const paid = [0.1, 0.2, 0.3].map(progress => ({ progress, report: closed }));
  const due = Array.from({ length: PAYDAY_ORDERS }, (_, at) => ({
    progress: 0.6 + (at / PAYDAY_ORDERS) * 0.35,
    report: null,
    state: 'done' as const,
  }));
  return [...paid, ...due];
}
