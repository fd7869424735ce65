import { useState } from 'react';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { useDevice } from '../device.ts';
import { queryClientOf } from './query-clients.ts';

/**
 * The cached replies of an endpoint, for any input, at the time the component mounts. Nothing is requested.
 */
export function useCachedReplies<E extends Endpoint>(endpoint: E): readonly ReplyOf<E>[] {
  const device = useDevice();
  const [held] = useState(() => {
    const owner = device.session.lastOwner();
    const ownerKey = owner ? ownerKeyOf(owner) : '';
    const found = queryClientOf(device, ownerKey).getQueriesData<ReplyOf<E>>({
      queryKey: [ownerKey, endpoint.path],
    });
    return found.flatMap(([, value]) => (value === undefined ? [] : [value]));
  });
  return held;
}
