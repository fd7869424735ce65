import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id, list, Text } from './wire.ts';

/** Somebody with an account, as administrators see them. */
export const ListedUser = v.object({
  id: Id,
  name: Text,
  email: Text,
  roles: v.array(v.object({ id: v.optional(Id), name: v.optional(Text), display_name: Text })),
});
export type ListedUser = v.InferOutput<typeof ListedUser>;

/** Everybody with an account. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users/list',
  guard: 'edit_users',
  input: v.object({}),
  reply: list(ListedUser),
});

/** Ids and names alone, for fields that name a person. */
export const listUserNames = endpoint({
  method: 'GET',
  path: '/api/user/list',
  guard: 'session',
  input: v.object({}),
  reply: list(v.object({ id: Id, name: Text })),
});
