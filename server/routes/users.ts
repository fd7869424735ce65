import { readStats as readStatsEndpoint } from '#contract/moderation.ts';
import {
  blockUser,
  getAccount,
  listUserNames,
  listUsers,
  readRefusals,
  saveUserRoles,
  searchUsers,
  unblockUser,
} from '#contract/users.ts';
import { toRoubles } from '#kit/money.ts';
import { revokeLoginsOf } from '../auth/token-store.ts';
import {
  type AccountRow,
  findAccount,
  readAccountAudit,
  readRoles,
  searchAccounts,
} from '../commands/accounts.ts';
import type { Act } from '../commands/act.ts';
import { setRoles, setStatus } from '../commands/change-user.ts';
import { monthOf } from '../commands/firm-days.ts';
import { findPromoter } from '../commands/promoters.ts';
import { readRefusalsBefore } from '../commands/refusals.ts';
import { readStats } from '../commands/stats.ts';
import { readUserNames, readUsers } from '../commands/user-rows.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../db/deps.ts';
import { notFound } from '../db/refusal.ts';
import { LONG_PAGE, presentDate, presentPage, sliceOf } from './present.ts';
import { command, query, type Route } from './route.ts';

export const userRoutes: Route[] = [
  query(listUsers, async ({ deps }) => ({ list: await readUsers(deps.db) })),
  query(listUserNames, async ({ deps }) => ({ list: await readUserNames(deps.db) })),

  query(searchUsers, async ({ deps: { db }, input: { page, ...question }, url }) => {
    const { list, total } = await searchAccounts(db, { ...question, slice: sliceOf(page, LONG_PAGE) });
    return {
      ...presentPage(list.map(presentAccount), { page, total, url, perPage: LONG_PAGE }),
      roles: await readRoles(db),
    };
  }),

  query(readRefusals, async ({ deps: { db, clock, config } }) => ({
    ...(await readRefusalsBefore(db, clock())),
    enforced: config.enforce === 'on',
  })),

  query(getAccount, async ({ deps, mayCall, input: { id } }) => {
    const account = await findAccount(deps.db, id);
    if (!account) throw notFound();
    const audit = await readAccountAudit(deps.db, id);
    return {
      ...presentAccount(account),
      audit: audit.map(line => ({ ...line, at: presentDate(line.at) })),
      month: (await mayCall(readStatsEndpoint, { promoterId: id })) ? await readMonth(deps, id) : null,
    };
  }),

  command(blockUser, async ({ tx, act, input }) => {
    const { changed } = await setStatus(tx, act, { ...input, status: 'blocked' });
    return changedAccount(tx, act, { id: input.id, changed, endsLogins: changed });
  }),

  command(unblockUser, async ({ tx, act, input: { id } }) => {
    const { changed } = await setStatus(tx, act, { id, status: 'active' });
    return changedAccount(tx, act, { id, changed, endsLogins: false });
  }),

  command(saveUserRoles, async ({ tx, act, input }) => {
    const { changed, revoked } = await setRoles(tx, act, input);
    return changedAccount(tx, act, { id: input.id, changed, endsLogins: revoked });
  }),
];

type Changed = { id: number; changed: boolean; endsLogins: boolean };

/** The account after its change, and where that ends logins, nobody signed in there any more. */
async function changedAccount(tx: Tx, act: Act, { id, changed, endsLogins }: Changed) {
  if (endsLogins) await revokeLoginsOf(tx, id, act.now);
  const account = await findAccount(tx, id);
  if (!account) throw notFound();
  return { ...presentAccount(account), changed };
}

/** A promoter's figures of the month; null of whoever is none. */
async function readMonth({ db, clock, config: { zone } }: Deps, id: number) {
  if (!(await findPromoter(db, id))) return null;
  const [figures] = await readStats(db, id, { ...monthOf(clock(), zone), zone });
  return figures ? { count: figures.count, done: figures.done, sum: toRoubles(figures.sumKop) } : null;
}

function presentAccount({ blocked_at, created_at, ...account }: AccountRow) {
  return {
    ...account,
    blocked_at: blocked_at && presentDate(blocked_at),
    created_at: presentDate(created_at),
  };
}
