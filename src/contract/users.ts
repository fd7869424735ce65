import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { WAREHOUSE_STAFF } from './guard.ts';
import { Id, list, Text } from './wire.ts';

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
