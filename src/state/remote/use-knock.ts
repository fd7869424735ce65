import { getUser } from '#contract/session.ts';
import { useObstacle } from './use-action.ts';
import { useRemote } from './use-remote.ts';

/**
 * While nobody answers, asks again and again, so that it is noticed when somebody does. For screens that read nothing
 * themselves: what they block without a network would stay blocked.
 */
export function useKnock(): void {
  const obstacle = useObstacle();
  useRemote(getUser, obstacle === 'offline' ? {} : null);
}
