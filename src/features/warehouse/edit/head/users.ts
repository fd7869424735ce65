import { useMemo } from 'react';
import { listUserNames } from '#contract/users.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { describeFailure, type Failure } from '#ui/remote/answer-fault.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import { texts } from '../texts.ts';

const NOBODY: readonly User[] = [];

type User = { id: number; name: string };

/** Who can be chosen; `failure`: why the list of them could not be read. */
export type Users = { list: readonly User[]; failure: Failure | null; reload: () => Promise<void> };

/** Everybody who can be named in a document. */
export function useUsers(): Users {
  const { value, problem, reload } = useRemote(listUserNames, {});
  const list = value?.list ?? NOBODY;
  const missing = value === undefined ? problem : null;
  return useMemo(() => {
    return { list, failure: missing && describeFailure(missing, texts.noUsers), reload };
  }, [list, missing, reload]);
}

/** The name of a user, also of one who is in no list any more; '' for nobody. */
export function userName({ list }: Users, id: string): string {
  if (id === '') return '';
  return list.find(user => String(user.id) === id)?.name ?? texts.user(id);
}

/** The users as options, with those ids that they must have too. */
export function userOptions(users: Users, ...ids: readonly string[]): TreeOption[] {
  const known = new Set(users.list.map(({ id }) => String(id)));
  const unlisted = [...new Set(ids)].filter(id => id !== '' && !known.has(id));
  return [...users.list, ...unlisted.map(id => ({ id, name: userName(users, id) }))];
}
