/** The demo firm of the first start: deterministic, so that everybody talks about the same data. */
import { inArray, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../database.ts';
import { userRole, users } from '../schema.ts';
import { transact } from '../transaction.ts';
import { idOf, type RoleName, seedBase } from './base.ts';
import { seedOrders, seedReferences } from './orders.ts';
import { seedContacts } from './people.ts';
import { seedPolicies } from './policies.ts';
import { seededRandom } from './random.ts';
import { seedTeam } from './team.ts';
import { seedWarehouse } from './warehouse.ts';

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
export const BUSY_CONTACTS = { demo: 5_000, '10k': 10_000 } as const;
export type DemoSize = keyof typeof BUSY_CONTACTS;

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
    const people = await seedAccounts(tx, passwordHash, now);
    const { districts, works } = await seedReferences(tx, now);
    const promoterId = idOf(people, 'promoter@example.com');
    const contacts = await seedContacts(tx, random, promoterId, 300, now);
    const moderatorId = idOf(people, 'moderator@example.com');
    await seedOrders(tx, { random, promoterId, moderatorId, contacts, districts, works, now }, OWN_ORDERS);
    await seedContacts(tx, random, idOf(people, 'busy@example.com'), BUSY_CONTACTS[size], now);
    await seedTeam(tx, { passwordHash, moderatorId, districts, works, now }, OWN_ORDERS);
    await seedPolicies(tx, now);
    const partnerIds = [promoterId, moderatorId, idOf(people, 'novice@example.com')];
    await seedWarehouse(tx, { moderatorId, adminId: idOf(people, 'admin@example.com'), partnerIds }, now);
  });
}

async function seedAccounts(tx: Tx, passwordHash: string, now: Date): Promise<Map<string, number>> {
  const roleIds = await seedBase(tx, now);
  const ids = new Map<string, number>();
  for (const { email, name, role } of DEMO_ACCOUNTS) {
    const [row] = await tx
      .insert(users)
      .values({
        email,
        name,
        password_hash: passwordHash,
        status: 'active',
        password_changed_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: users.id });
    if (!row) throw new Error('a demo account was not made');
    await tx.insert(userRole).values({ user_id: row.id, role_id: idOf(roleIds, role) });
    ids.set(email, row.id);
  }
  return ids;
}
