import { listUserNames, listUsers } from '#contract/users.ts';
import { readUserNames, readUsers } from '../commands/user-rows.ts';
import { query, type Route } from './route.ts';

export const userRoutes: Route[] = [
  query(listUsers, async ({ deps }) => ({ list: await readUsers(deps.db) })),
  query(listUserNames, async ({ deps }) => ({ list: await readUserNames(deps.db) })),
];
