import { usePullContext } from '#state/local.ts';
import { pullOwnerKey } from '#sync/pull.ts';
import { rememberAddress } from './offline/last-order.ts';
import type { OrderValues } from './offline/order-kinds.ts';

/** Keeps where an order goes for the next one, once it was saved. */
export function useRememberAddress(): (order: OrderValues) => void {
  const context = usePullContext();
  return order => {
    if (!context) return;
    const { db, cache, now } = context;
    rememberAddress({ db, cache, ownerKey: pullOwnerKey(context) }, order, now()).catch(() => {
      // A full disk: the order itself is kept, the next one has to be typed.
    });
  };
}
