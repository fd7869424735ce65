import { useMemo } from 'react';
import { listScopes } from '#contract/credentials.ts';
import { useOwnList } from '../shared/use-own-list.ts';
import { texts } from './texts.ts';

/** What a right means in words; its id where the server has none for it. */
export type TitleOf = (scope: string) => string;

/** The words for rights. Lists do not wait for them. */
export function useScopeTitles(): TitleOf {
  const { value } = useOwnList(listScopes).remote;
  return useMemo(() => {
    const titles = new Map(value?.map(({ id, description }) => [id, description]));
    return scope => titles.get(scope) || (scope === '*' ? texts.everything : scope);
  }, [value]);
}
