import { QueryClient } from '@tanstack/react-query';
import { HOUR_MS } from '#kit/clock.ts';
import type { Device } from '../device.ts';

type OwnerClient = { ownerKey: string; client: QueryClient };

const clients = new WeakMap<Device['db'], OwnerClient>();

/**
 * The replies that were read for one owner, in this page's memory. They serve again when a screen is opened a
 * second time and while there is no network; the next user of this device finds nothing of them.
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
        // Reconnecting is handled in use-remote: the library misses the first event.
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
