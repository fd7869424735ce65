import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { WAREHOUSE_STAFF } from './guard.ts';
import {
  Amount,
  DateTime,
  Id,
  IdSegment,
  list,
  oneOf,
  PageNumber,
  page,
  Roubles,
  requiredText,
  SearchText,
  Text,
} from './wire.ts';

/** Older backends leave the name for people empty. */
const Role = v.pipe(
  v.object({ id: v.optional(Id), name: v.optional(Text), display_name: Text }),
  v.transform(role => ({ ...role, display_name: role.display_name || (role.name ?? '') })),
);

/** Somebody who can sign in, as administrators see them. */
export const ListedUser = v.object({
  id: Id,
  name: Text,
  email: Text,
  roles: v.array(Role),
});
export type ListedUser = v.InferOutput<typeof ListedUser>;

/** Everybody who can sign in, by id. Blocked users are not listed: nobody can work as them. */
export const listUsers = endpoint({
  title: 'пользователи',
  method: 'GET',
  path: '/api/users/list',
  guard: 'edit_users',
  input: v.object({}),
  reply: list(ListedUser),
});

/** The same people by name, ids and names alone, for fields that name a person. */
export const listUserNames = endpoint({
  title: 'имена пользователей',
  method: 'GET',
  path: '/api/user/list',
  guard: WAREHOUSE_STAFF,
  scope: 'warehouse',
  input: v.object({}),
  reply: list(v.object({ id: Id, name: Text })),
});

/** Code points of the reason of a block that our server takes at most. */
export const REASON_MAX = 500;

/** By what a list of users can be sorted. */
export const USER_SORTS = ['id', 'name', 'email'] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** Who is listed: everybody, whoever can sign in, or whoever cannot. */
export const USER_STATES = ['all', 'active', 'blocked'] as const;
export type UserState = (typeof USER_STATES)[number];

/** A role that this server knows; `name` is what it is called by. */
export const KnownRole = v.object({ id: v.optional(Id), name: Text, display_name: Text });
export type KnownRole = v.InferOutput<typeof KnownRole>;

/**
 * Somebody with an account. `blocked_at` and `block_reason` are null of whoever is active, and of whoever was blocked before
 * our server kept them; the reason is null too where the command line gave none.
 */
export const Account = v.object({
  id: Id,
  name: Text,
  email: Text,
  roles: v.array(KnownRole),
  state: oneOf(['active', 'blocked']),
  blocked_at: v.nullable(DateTime),
  block_reason: v.nullable(v.string()),
  created_at: DateTime,
});
export type Account = v.InferOutput<typeof Account>;

/**
 * Accounts, blocked ones too, by id unless told otherwise. `search` finds words of names and addresses, and a whole id;
 * `role` is a role's name, '' any. `roles` are those that there are. Ours alone.
 */
export const searchUsers = endpoint({
  title: 'поиск пользователей',
  method: 'GET',
  path: '/api/users/search',
  query: ['page', 'search', 'role', 'state', 'sortBy', 'sortOrder'],
  guard: 'edit_users',
  input: v.object({
    page: PageNumber,
    search: SearchText,
    role: SearchText,
    state: oneOf(USER_STATES),
    sortBy: oneOf(USER_SORTS),
    sortOrder: oneOf(['asc', 'desc']),
  }),
  reply: page(Account, { roles: v.array(KnownRole) }),
});
export type AccountPage = v.InferOutput<typeof searchUsers.reply>;

/** The highest number of refused calls that is counted. */
export const REFUSALS_MAX = 1000;

/**
 * What the server has refused. `calls`: those of the last 24 hours that the access policies forbade, each call
 * of the dashboard once for each user, at most REFUSALS_MAX, and `policy_id` the policy of the newest, null where no single one did;
 * not `enforced`: the policies only watch, and such calls go through. `paused`: how many locks of sign-in hold now after wrong
 * passwords; a user can have several, of the e-mail and of each address. Ours alone.
 */
export const readRefusals = endpoint({
  title: 'отказы',
  method: 'GET',
  path: '/api/users/refusals',
  guard: 'edit_users',
  input: v.object({}),
  reply: v.object({
    calls: Amount,
    policy_id: v.nullable(Id),
    enforced: v.boolean(),
    paused: Amount,
  }),
});

/** What is written down of an account. `logged_in_as`: an administrator began to work as this user. */
export const ACCOUNT_ACTIONS = [
  'created',
  'password_changed',
  'role_granted',
  'role_revoked',
  'blocked',
  'unblocked',
  'logged_in_as',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/**
 * A line of the audit. `by` is who really did it, null for the command line; `role` is the name of the role that was given or
 * taken, `reason` that of a block.
 */
const AccountChange = v.object({
  at: DateTime,
  /** One of ACCOUNT_ACTIONS. */
  action: Text,
  by: v.nullable(v.object({ id: Id, name: Text })),
  role: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
export type AccountChange = v.InferOutput<typeof AccountChange>;

/**
 * One account with the newest thirty lines of its audit. `month` are a promoter's figures of the month that is under way, as
 * `readStats` counts them; null of whoever is none, and for a caller without edit_promoters. Ours alone.
 */
export const getAccount = endpoint({
  title: 'пользователь',
  method: 'GET',
  path: '/api/users/:id',
  guard: 'edit_users',
  input: v.object({ id: IdSegment }),
  reply: v.object({
    ...Account.entries,
    audit: v.array(AccountChange),
    month: v.nullable(v.object({ count: Amount, done: Amount, sum: Roubles })),
  }),
});
export type AccountDetails = v.InferOutput<typeof getAccount.reply>;

/**
 * A change of an account: it holds with the next call of that user. What holds already is a success too, `changed` is false then.
 * 409 for the caller themselves and where no active administrator would be left. Ours alone.
 */
const accountChange = <Input extends v.GenericSchema>(path: `/${string}`, title: string, input: Input) =>
  endpoint({
    title,
    method: 'POST',
    path,
    guard: 'edit_users',
    notWhileImpersonating: true,
    isRepeatable: true,
    succeedsBy: ['id'],
    input,
    reply: v.object({ ...Account.entries, changed: v.boolean() }),
  });

/** Ends all logins of a user and lets them begin no other. The reason of a block that stands is kept. */
export const blockUser = accountChange(
  '/api/users/block',
  'блокировка пользователя',
  v.object({ id: Id, reason: requiredText(REASON_MAX) }),
);

/** Lets a user sign in again. */
export const unblockUser = accountChange(
  '/api/users/unblock',
  'разблокировка пользователя',
  v.object({ id: Id }),
);

/**
 * Gives a user these roles, by name, and no others. Where that takes one away it ends all of their logins. With `seen`, the roles
 * that the choice was made from, it is 409 if another administrator has changed them since.
 */
export const saveUserRoles = accountChange(
  '/api/users/roles',
  'роли пользователя',
  v.object({ id: Id, roles: v.array(requiredText(255)), seen: v.optional(v.array(v.string())) }),
);
