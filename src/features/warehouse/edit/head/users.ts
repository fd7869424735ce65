import { useMemo } from 'react';
import { listUserNames } from '#contract/users.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import type { TreeOption } from '#ui/tree-option.ts';
import { texts } from '../texts.ts';

const NOBODY: readonly User[] = [];

type User = { id: number; name: string };

/** Who can be chosen; `problem`: why the list of them could not be read, '' otherwise. */
export type Users = { list: readonly User[]; problem: string };

/** Everybody who can be named in a document. */
export function useUsers(): Users {
  const { value, problem } = useRemote(listUserNames, {});
  const why = value === undefined && problem ? describeFailure(problem, texts.noUsers).why : '';
  const list = value?.list ?? NOBODY;
  return useMemo(() => ({ list, problem: why }), [list, why]);
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
