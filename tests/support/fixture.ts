/** The small firm that server tests work in. */
import { hash } from '@node-rs/argon2';
import type { Clock } from '#kit/clock.ts';
import { registerOwnClients } from '#server/auth/clients.ts';
import type { Db } from '#server/db/database.ts';
import { districts, userRole, users, works } from '#server/db/schema.ts';
import { idOf, type RoleName, seedBase } from '#server/db/seed/base.ts';
import { transact } from '#server/db/transaction.ts';

export const TEST_PASSWORD = 'correct horse';
export const CLIENT = { client_id: '2', client_secret: 'test-secret' };

/** Somebody who can sign in with TEST_PASSWORD. */
export type TestUser = { id: number; name: string; email: string };

const PEOPLE = {
  promoter: { role: 'promoter', status: 'active' },
  colleague: { role: 'promoter', status: 'active' },
  moderator: { role: 'moderator', status: 'active' },
  admin: { role: 'admin', status: 'active' },
  /** Active, but without any role. */
  stranger: { role: undefined, status: 'active' },
  blocked: { role: 'promoter', status: 'blocked' },
} satisfies Record<string, { role: RoleName | undefined; status: 'active' | 'blocked' }>;

export type TestUsers = Record<keyof typeof PEOPLE, TestUser>;

/** Ids of the reference rows: one of each kind, a child district, and an inactive work. */
export type TestReferences = {
  basaDistrict: number;
  basaChildDistrict: number;
  pointDistrict: number;
  basaWork: number;
  pointWork: number;
  inactiveWork: number;
};

/** The firm as it lies in a database, whoever serves it. */
export type TestFirm = { db: Db; clock: Clock; users: TestUsers; references: TestReferences };

/** A cheap argon2id hash: the parameters travel in the hash, so sign-in tests need not wait. */
export const CHEAP_HASH = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const cheapHash = hash(TEST_PASSWORD, CHEAP_HASH);

export async function seedFixture(db: Db, now: number) {
  const at = new Date(now);
  await registerOwnClients(db, CLIENT.client_id, CLIENT.client_secret, now);
  const password_hash = await cheapHash;
  return transact(db, async tx => {
    const times = { created_at: at, updated_at: at };
    const roleIds = await seedBase(tx, at);
    const found = new Map<string, TestUser>();
    for (const [name, { role, status }] of Object.entries(PEOPLE)) {
      const email = `${name}@test.example`;
      const [row] = await tx
        .insert(users)
        .values({ name: `Test ${name}`, email, password_hash, status, password_changed_at: at, ...times })
        .returning({ id: users.id });
      if (!row) throw new Error('no user was seeded');
      if (role) await tx.insert(userRole).values({ user_id: row.id, role_id: idOf(roleIds, role) });
      found.set(name, { id: row.id, name: `Test ${name}`, email });
    }
    const insert = async (
      table: typeof districts | typeof works,
      row: { kind: 'basa' | 'point'; name: string; active?: boolean; parent_id?: number },
    ) => {
      const [made] = await tx
        .insert(table)
        .values({ active: true, sort: 0, ...row, ...times })
        .returning({ id: table.id });
      if (!made) throw new Error('no reference row was seeded');
      return made.id;
    };
    const basaDistrict = await insert(districts, { kind: 'basa', name: 'Север' });
    const references: TestReferences = {
      basaDistrict,
      basaChildDistrict: await insert(districts, { kind: 'basa', name: 'Сосновка', parent_id: basaDistrict }),
      pointDistrict: await insert(districts, { kind: 'point', name: 'Центр' }),
      basaWork: await insert(works, { kind: 'basa', name: 'Ремонт стиральной машины' }),
      pointWork: await insert(works, { kind: 'point', name: 'Ремонт ноутбука' }),
      inactiveWork: await insert(works, { kind: 'basa', name: 'Снято с учета', active: false }),
    };
    // Every name of PEOPLE was just seeded.
    return { users: Object.fromEntries(found) as TestUsers, references };
  });
}
