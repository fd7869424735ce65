/** Accounts as administrators look for them: one page of many, or one with all that was done to it. */
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Account, AccountAction, KnownRole, UserSort, UserState } from '#contract/users.ts';
import type { Queryable } from '../db/database.ts';
import { auditLog, roles, userRole, users } from '../db/schema.ts';
import { holds, isMeant } from './plain-text.ts';

export type AccountQuestion = {
  search: string;
  /** The name of a role, '' for any. */
  role: string;
  state: UserState;
  sortBy: UserSort;
  sortOrder: 'asc' | 'desc';
  slice: { limit: number; offset: number };
};

export type AccountRow = Omit<Account, 'blocked_at' | 'created_at'> & {
  blocked_at: Date | null;
  created_at: Date;
};

const ROLE = { id: roles.id, name: roles.name, display_name: roles.display_name };

/** The roles that there are. */
export function readRoles(on: Queryable): Promise<KnownRole[]> {
  return on.select(ROLE).from(roles).orderBy(asc(roles.id));
}

const SORTED_BY: Record<UserSort, SQL> = {
  id: sql`${users.id}`,
  // The name comes first in it.
  name: sql`${users.search_text} collate "C"`,
  email: sql`${users.email} collate "C"`,
};

/** One page of the accounts that are found, and how many these are. */
export async function searchAccounts(on: Queryable, question: AccountQuestion) {
  const { sortBy, sortOrder, slice } = question;
  const found = foundBy(question);
  const by = SORTED_BY[sortBy];
  const order = sortOrder === 'desc' ? desc(by) : asc(by);
  const [row] = await on.select({ total: count() }).from(users).where(found);
  const list = await readRows(on, found, [order, asc(users.id)], slice);
  return { list, total: row?.total ?? 0 };
}

/** One account; undefined where there is none of that id. */
export async function findAccount(on: Queryable, id: number): Promise<AccountRow | undefined> {
  const [account] = await readRows(on, eq(users.id, id), [asc(users.id)], { limit: 1, offset: 0 });
  return account;
}

/** Every word stands in the name or the address, or is the whole id. */
function foundBy({ search, role, state }: AccountQuestion): SQL | undefined {
  const isFound = isMeant(
    search,
    word => sql`(${holds(sql`${users.search_text}`, word)} or ${users.id}::text = ${word}::text)`,
  );
  const hasRole = sql`exists (select 1 from ${userRole} join ${roles} on ${roles.id} = ${userRole.role_id}
    where ${userRole.user_id} = ${users.id} and ${roles.name} = ${role}::text)`;
  return and(
    state === 'all' ? undefined : eq(users.status, state),
    role === '' ? undefined : hasRole,
    isFound,
  );
}

/** The roles of these accounts alone: two statements, however many there are. */
async function readRows(
  on: Queryable,
  where: SQL | undefined,
  order: SQL[],
  { limit, offset }: AccountQuestion['slice'],
): Promise<AccountRow[]> {
  const { id, name, email, status, blocked_at, block_reason, created_at } = users;
  const people = await on
    .select({ id, name, email, state: status, blocked_at, block_reason, created_at })
    .from(users)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const ids = people.map(person => person.id);
  const held = await on
    .select({ userId: userRole.user_id, role: ROLE })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.role_id))
    .where(inArray(userRole.user_id, ids))
    .orderBy(asc(roles.id));
  return people.map(person => ({
    ...person,
    // A program of the release before lets in again without knowing of these two.
    ...(person.state === 'active' && { blocked_at: null, block_reason: null }),
    roles: held.filter(({ userId }) => userId === person.id).map(({ role }) => role),
  }));
}

/** What the audit calls it, and what it is called where people read it. */
const ACTIONS: Readonly<Record<string, AccountAction>> = {
  create: 'created',
  change_password: 'password_changed',
  grant_role: 'role_granted',
  revoke_role: 'role_revoked',
  block: 'blocked',
  unblock: 'unblocked',
  login_as: 'logged_in_as',
};

const NEWEST = 30;

/** What was done to an account, newest first; the index audit_log_user is made for it. */
export async function readAccountAudit(on: Queryable, userId: number) {
  const by = sql<number>`coalesce(${auditLog.impersonator_id}, ${auditLog.actor_id})`;
  const field = (name: string) =>
    sql<string | null>`coalesce(${auditLog.after} ->> ${name}::text, ${auditLog.before} ->> ${name}::text)`;
  const lines = await on
    .select({
      at: auditLog.at,
      action: auditLog.action,
      by: { id: users.id, name: users.name },
      role: field('role'),
      reason: field('reason'),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, by))
    .where(
      and(
        sql`${auditLog.entity} = 'user'`,
        eq(auditLog.entity_id, userId),
        inArray(auditLog.action, Object.keys(ACTIONS)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(NEWEST);
  return lines.flatMap(({ action, ...line }) => {
    const named = ACTIONS[action];
    return named ? [{ ...line, action: named }] : [];
  });
}
