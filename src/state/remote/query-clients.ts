import { QueryClient } from '@tanstack/react-query';
import { HOUR_MS } from '#kit/clock.ts';
import type { Device } from '../device.ts';

type OwnerClient = { ownerKey: string; client: QueryClient };

const clients = new WeakMap<Device['db'], OwnerClient>();

/**
 * What was read for somebody, in this page's memory. It serves again when a screen is opened a second time, and for
 * as long as there is no network; whoever comes next on this device finds nothing of it.
 */
export function queryClientOf({ db }: Device, ownerKey: string): QueryClient {
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
        // The readings hear of the network's return by themselves (use-remote): the library's ear misses the first.
        refetchOnReconnect: false,
        retry: false,
        gcTime: HOUR_MS,
        staleTime: 0,
      },
    },
  });
  // Without a provider nobody else lets it hear of the page's focus and of the network's return.
  client.mount();
  return client;
}
