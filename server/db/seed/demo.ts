/** The demo firm of the first start: deterministic, so that everybody talks about the same data. */
import { inArray, sql } from 'drizzle-orm';
import { DAY_MS } from '#kit/clock.ts';
import type { Db, Queryable, Tx } from '../database.ts';
import { requests, users } from '../schema.ts';
import { transact } from '../transaction.ts';
import { idOf, type RoleName, seedBase, seedUsers } from './base.ts';
import {
  inventOrder,
  type SeededReport,
  type Sources,
  seedOrders,
  seedReferences,
  seedReports,
} from './orders.ts';
import { seedContacts } from './people.ts';
import { seedPolicies } from './policies.ts';
import { type Random, seededRandom } from './random.ts';
import { seedWarehouse } from './warehouse.ts';
import { MEN, WOMEN } from './words.ts';

const SEED = 20_261_120;
const OWN_ORDERS = 200;

/** Whom one can sign in as, and what one finds there. */
export const DEMO_ACCOUNTS: readonly { email: string; name: string; role: RoleName; about: string }[] = [
  {
    email: 'promoter@example.com',
    name: 'Семён Кораблёв',
    role: 'promoter',
    about: '300 контактов, 200 заявок',
  },
  { email: 'busy@example.com', name: 'Людмила Черёмухина', role: 'promoter', about: 'большая книга' },
  { email: 'novice@example.com', name: 'Глеб Непейвода', role: 'promoter', about: 'пустая книга' },
  {
    email: 'moderator@example.com',
    name: 'Вера Одинцова',
    role: 'moderator',
    about: 'управление промоутерами',
  },
  { email: 'admin@example.com', name: 'Захар Тихий', role: 'admin', about: 'все права' },
];

/** How many contacts busy@example.com gets, by DEMO_SIZE. */
const BUSY_CONTACTS = { demo: 5_000, '10k': 10_000 };
export type DemoSize = keyof typeof BUSY_CONTACTS;
export const DEMO_SIZES: readonly DemoSize[] = ['demo', '10k'];

/** Whether nobody can sign in yet: only then demo data may be written. */
export async function isUnused(db: Queryable): Promise<boolean> {
  const [row] = await db.select({ total: sql`count(*)`.mapWith(Number) }).from(users);
  return row?.total === 0;
}

/** Whether somebody with a demo account is there: a firm of its own has none. */
export async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const [row] = await db.select({ id: users.id }).from(users).where(inArray(users.email, emails)).limit(1);
  return row !== undefined;
}

/** Fills an unused database, all or nothing. */
export async function seedDemo(db: Db, passwordHash: string, size: DemoSize, now: Date): Promise<void> {
  const random = seededRandom(SEED);
  await transact(db, async tx => {
    // Several processes may start at once on one database: the second waits here and finds it filled.
    await tx.execute(sql`set local lock_timeout = '60s'`);
    await tx.execute(sql`lock table users in exclusive mode`);
    if (!(await isUnused(tx))) return;
    const roleIds = await seedBase(tx, now);
    const people = await seedUsers(tx, roleIds, DEMO_ACCOUNTS, passwordHash, now);
    const { districts, works } = await seedReferences(tx, now);
    const promoterId = idOf(people, 'promoter@example.com');
    const contacts = await seedContacts(tx, random, promoterId, 300, now);
    const moderatorId = idOf(people, 'moderator@example.com');
    await seedOrders(tx, { random, promoterId, moderatorId, contacts, districts, works, now }, OWN_ORDERS);
    await seedContacts(tx, random, idOf(people, 'busy@example.com'), BUSY_CONTACTS[size], now);
    await seedTeam(tx, { roleIds, passwordHash, moderatorId, districts, works, now }, OWN_ORDERS);
    await seedPolicies(tx, now);
    const partnerIds = [promoterId, moderatorId, idOf(people, 'novice@example.com')];
    await seedWarehouse(tx, { moderatorId, adminId: idOf(people, 'admin@example.com'), partnerIds }, now);
  });
}

/** The other promoters have random numbers of their own: what the demo accounts have stays what it was. */
const TEAM_SEED = 20_261_121;
const TEAM_SIZE = 30;
const TEAM_CONTACTS = 4;

/** The first of them has a whole payday's orders waiting for a report. */
const PAYDAY_ORDERS = 60;

type Firm = Omit<Sources, 'random' | 'promoterId' | 'contacts'> & {
  roleIds: Map<string, number>;
  passwordHash: string;
};

/** Makes promoter01@example.com and so on, with orders in all states, in closed reports, in open ones and in none. */
async function seedTeam(tx: Tx, firm: Firm, lastCode: number): Promise<void> {
  const random = seededRandom(TEAM_SEED);
  const people = inventNames(random).map((name, at) => ({
    email: `promoter${String(at + 1).padStart(2, '0')}@example.com`,
    name,
    role: 'promoter' as const,
  }));
  const ids = [...(await seedUsers(tx, firm.roleIds, people, firm.passwordHash, firm.now)).values()];
  const closed = await seedReports(tx, firm, ids, new Date(firm.now.getTime() - 30 * DAY_MS), DAY_MS);
  // Every third has no open one: there it is still to be formed.
  const collected = ids.filter((_, at) => at % 3 !== 0);
  const open = await seedReports(tx, firm, collected, null, DAY_MS);
  const rows: ReturnType<typeof inventOrder>[] = [];
  for (const [at, promoterId] of ids.entries()) {
    const contacts = await seedContacts(tx, random, promoterId, TEAM_CONTACTS, firm.now);
    const own = { closed: closed.get(promoterId) ?? null, open: open.get(promoterId) ?? null };
    for (const plan of at === 0 ? planPayday(own) : planMonths(random, own)) {
      const code = lastCode + rows.length + 1;
      rows.push(inventOrder({ ...firm, random, promoterId, contacts }, { code, ...plan }));
    }
  }
  await tx.insert(requests).values(rows);
  await tx.execute(sql`select setval('request_code_number', ${lastCode + rows.length})`);
}

/** No two of the same name: a picker could not tell them apart. */
function inventNames(random: Random): string[] {
  const names = new Set<string>();
  while (names.size < TEAM_SIZE) {
    const from = random.chance(0.6) ? WOMEN : MEN;
    names.add(`${random.pick(from.first)} ${random.pick(from.last)}`);
  }
  return [...names];
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
