import { useMemo } from 'react';
import { listScopes } from '#contract/credentials.ts';
import { useCredentialList } from '../shared/use-credential-list.ts';
import { texts } from './texts.ts';

/** What a right means in words; its id where the server has none for it. */
export type ScopeTitleOf = (scope: string) => string;

/** The words for rights. Lists do not wait for them. */
export function useScopeTitles(): ScopeTitleOf {
  const { value } = useCredentialList(listScopes).remote;
  return useMemo(() => {
    const titles = new Map(value?.map(({ id, description }) => [id, description]));
    return scope => titles.get(scope) || (scope === '*' ? texts.allScopes : scope);
  }, [value]);
}
