import type { TreeOption } from '#ui/tree-option.ts';
import { texts } from '../texts.ts';

type User = { id: number; name: string };

/** Who can be chosen; `problem`: the list of them could not be read. */
export type Users = { list: readonly User[]; problem: boolean };

/** The name of a user, also of one who is in no list any more; '' for nobody. */
export function userName({ list }: Users, id: string): string {
  if (id === '') return '';
  return list.find(user => String(user.id) === id)?.name ?? texts.user(id);
}

/** The users as options, with those ids that they must have too. */
export function usersWith(users: Users, ...ids: readonly string[]): TreeOption[] {
  const known = new Set(users.list.map(({ id }) => String(id)));
  const unlisted = [...new Set(ids)].filter(id => id !== '' && !known.has(id));
  return [...users.list, ...unlisted.map(id => ({ id, name: userName(users, id) }))];
}
