/** What src/state offers the shell; goes when src/state is there. */
declare module '#state/session.ts' {
  import type { Problem } from '#api/problem.ts';
  import type { CurrentUser } from '#contract/session.ts';
  import type { Result } from '#kit/result.ts';
  export type SessionView = {
    status: 'starting' | 'out' | 'in';
    user: CurrentUser | null;
    offline: boolean;
    held: boolean;
    authError: string;
  };
  export function useSession(): SessionView;
  export function useSignIn(): (email: string, password: string) => Promise<Result<CurrentUser, Problem>>;
  export function useEnter(): () => Promise<'in' | 'out' | 'forbidden'>;
  export function useSignOut(): (unsent: 'keep' | 'delete') => Promise<void>;
}

declare module '#state/sync.ts' {
  export type SyncSummary = {
    pending: number;
    sending: number;
    total: number;
    checking: number;
    failed: number;
    held: number;
    oldestAt: number | null;
    lastSyncAt: number | null;
    reachable: boolean;
  };
  export function useSyncSummary(): SyncSummary;
  export function useSendNow(): () => Promise<void>;
  export function useExportUnsent(): () => Promise<string>;
}

declare module '#api/problem.ts' {
  export type Problem = {
    kind:
      | 'offline'
      | 'timeout'
      | 'foreign'
      | 'refused'
      | 'unauthenticated'
      | 'throttled'
      | 'unavailable'
      | 'server';
    status?: number;
    message: string;
    code: string;
    fields: Record<string, string[]>;
    retryAfterMs?: number;
  };
}
