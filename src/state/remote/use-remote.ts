import { QueryClient, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAnswered, type Problem } from '#api/problem.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { HOUR_MS } from '#kit/clock.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { type Device, useDevice } from '../device-context.ts';
import { useSession } from '../session.ts';
import { networkAtom, useNoteReachable } from '../sync.ts';
import { useMoment } from '../use-moment.ts';
import { POLL_MS } from './use-action.ts';

/**
 * The last reply that a screen has. `value` stays while a newer one is loading or cannot come; `when` says in
 * words when it came, '' before. `problem` is why the newest attempt failed.
 */
export type Remote<Value> = {
  value: Value | undefined;
  when: string;
  problem: Problem | null;
  busy: boolean;
  reload(): Promise<void>;
  /** Applies an action's answer to the held reply; a reading that is under way starts again. */
  change(next: (held: Value) => Value): void;
};

/**
 * Reads from the server, for screens that need a network. Reads again when the page comes back into sight, when the
 * network or the session does, and every ten seconds while nobody answers. `input` null: nothing is asked.
 */
export function useRemote<E extends Endpoint>(endpoint: E, input: InputOf<E> | null): Remote<ReplyOf<E>> {
  const { api } = useDevice();
  const moment = useMoment();
  const { owner, ownerKey, client } = useOwnerClient();
  const noteReachable = useNoteReachable();
  const key = [ownerKey, endpoint.path, input];
  const query = useQuery<ReplyOf<E>, Problem>(
    {
      queryKey: key,
      enabled: input !== null && owner !== null,
      refetchInterval: ({ state }) => (state.error && !isAnswered(state.error) ? POLL_MS : false),
      async queryFn({ signal }) {
        const asked = input as Record<string, unknown>; // every endpoint's input is an object
        const answer = await api.call(endpoint, asked, { signal, ...(owner && { as: owner }) });
        if (signal.aborted) throw new DOMException('a newer reading has begun', 'AbortError');
        noteReachable(answer.ok ? null : answer.problem);
        if (!answer.ok) throw answer.problem;
        return answer.value.value;
      },
    },
    client,
  );
  const { refetch, dataUpdatedAt: read } = query;
  useReconnect(lostAt => {
    // The answer that proved the connection is new enough.
    if (input !== null && read < lostAt) void refetch();
  });
  useFocusOrOnline(event => {
    // A reading that was under way when the network came may never end, so it is cancelled; at a focus it is
    // not.
    if (input !== null) void refetch({ cancelRefetch: event.type === 'online' });
  });
  const reload = useCallback(async () => void (await refetch()), [refetch]);
  const change = (next: (held: ReplyOf<E>) => ReplyOf<E>) => {
    const exactly = { queryKey: key, exact: true };
    const wasReading = client.isFetching(exactly) > 0;
    void client.cancelQueries(exactly);
    client.setQueryData<ReplyOf<E>>(key, held => (held === undefined ? held : next(held)));
    if (wasReading) void client.invalidateQueries(exactly);
  };
  return {
    value: query.data,
    when: read > 0 ? moment(read) : '',
    problem: useLastProblem(JSON.stringify(key), query),
    busy: query.isFetching,
    reload,
    change,
  };
}

type QueryState = { error: Problem | null; isLoading: boolean };

/** The library clears the error as soon as it tries again; the user must keep seeing it. */
function useLastProblem(key: string, { error, isLoading }: QueryState): Problem | null {
  const last = useRef<{ key: string; error: Problem } | null>(null);
  useEffect(() => {
    if (error) last.current = { key, error };
    else if (!isLoading) last.current = null;
  }, [key, error, isLoading]);
  if (error || !isLoading) return error;
  return last.current?.key === key ? last.current.error : null;
}

/** Calls after the network or the session came back, with the moment at which it was lost. */
function useReconnect(onReconnect: (lostAt: number) => void): void {
  const { reachable } = useAtomValue(networkAtom);
  const { held } = useSession();
  const isConnected = reachable && !held;
  const lostAt = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return alone asks again
  useEffect(() => {
    if (!isConnected) {
      lostAt.current ??= Date.now();
    } else if (lostAt.current !== null) {
      onReconnect(lostAt.current);
      lostAt.current = null;
    }
  }, [isConnected]);
}

/** Calls when there may be newer data: the browser is online again, or its window got the focus. */
function useFocusOrOnline(onEvent: (event: Event) => void): void {
  useEffect(() => {
    window.addEventListener('online', onEvent);
    window.addEventListener('focus', onEvent);
    return () => {
      window.removeEventListener('online', onEvent);
      window.removeEventListener('focus', onEvent);
    };
  });
}

const clients = new WeakMap<Device['db'], { ownerKey: string; client: QueryClient }>();

function useOwnerClient() {
  const device = useDevice();
  const owner = device.session.lastOwner();
  const ownerKey = owner ? ownerKeyOf(owner) : '';
  return { owner, ownerKey, client: queryClientOf(device, ownerKey) };
}

/**
 * The replies that were read for one owner, in this page's memory. They serve again when a screen is opened a
 * second time and while there is no network; the next user of this device finds nothing of them.
 */
function queryClientOf({ db }: Device, ownerKey: string): QueryClient {
  const known = clients.get(db);
  if (known?.ownerKey === ownerKey) return known.client;
  known?.client.clear();
  known?.client.unmount();
  const client = newClient();
  clients.set(db, { ownerKey, client });
  return client;
}

function newClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // What the browser says of the network is a hint at most: a call finds out.
        networkMode: 'always',
        // useReconnect does that: the library misses the first event.
        refetchOnReconnect: false,
        retry: false,
        gcTime: HOUR_MS,
        staleTime: 0,
      },
    },
  });
  // Without a provider nothing else connects it to focus and network events.
  client.mount();
  return client;
}

/**
 * The cached replies of an endpoint, for any input, at the time the component mounts. Nothing is requested.
 */
export function useCachedReplies<E extends Endpoint>(endpoint: E): readonly ReplyOf<E>[] {
  const { ownerKey, client } = useOwnerClient();
  const [held] = useState(() => {
    const found = client.getQueriesData<ReplyOf<E>>({ queryKey: [ownerKey, endpoint.path] });
    return found.flatMap(([, value]) => (value === undefined ? [] : [value]));
  });
  return held;
}
