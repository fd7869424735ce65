import { liveQuery, type Subscription } from 'dexie';
import { useMemo, useSyncExternalStore } from 'react';
import { newId } from '#kit/ids.ts';
import { type Call, ownerKeyOf } from '#storage/outbox-db.ts';
import {
  type Conclusion,
  completeCallBack,
  concludeCall,
  type Dialled,
  type LastCalls,
  openCallBacksTo,
  readLastCalls,
  recordCall,
  restoreCalls,
} from '#sync/phone-calls.ts';
import { type Device, useDevice } from './device-context.ts';
import { makeRoom } from './make-room.ts';

/** Keeps that the last owner of this device is calling somebody; null while there was none. */
export async function noteCall(device: Device, dialled: Dialled) {
  const owner = device.session.lastOwner();
  if (!owner) return null;
  const call = { id: newId(), now: device.now(), makeRoom: () => makeRoom(device) };
  return recordCall(device.db, ownerKeyOf(owner), dialled, call);
}

/** What is written about calls; only this device knows it. */
export function useCallCommands() {
  const device = useDevice();
  return useMemo(() => {
    const { db } = device;
    return {
      async conclude(call: Call, conclusion: Conclusion) {
        const concluded = await concludeCall(db, call, conclusion, () => makeRoom(device));
        // A promise to call back is work of the user's: the browser is asked to keep it, as at any save.
        if (concluded.ok && conclusion.callBackOn !== '') device.afterSave();
        return concluded;
      },
      /** Keeps the note while it is typed. */
      keepNote: ({ id }: Call, note: string) => db.calls.update(id, { note }),
      /** What was noted when it was agreed to call this person back; '' when nothing was. */
      earlierNote: async (call: Call) => (await openCallBacksTo(db, call)).at(-1)?.note ?? '',
      /** It is not asked about any more. */
      leaveUnanswered: ({ id }: Call) => db.calls.update(id, { isAsked: true }),
      settle: (call: Call) => completeCallBack(db, call.id),
      restore: (calls: readonly Call[]) => restoreCalls(db, calls),
    };
  }, [device]);
}

const NO_CALLS: LastCalls = new Map();

/** One live reading for all cards of a list. */
type LastCallStore = { subscribe(onChange: () => void): () => void; read(): LastCalls };

const stores = new WeakMap<Device, LastCallStore>();

/** The last call to one of these numbers (ten digits each). */
export function useLastCall(phones: readonly string[]): Call | undefined {
  const device = useDevice();
  const { subscribe, read } = lastCallStore(device);
  return useSyncExternalStore(subscribe, () => {
    const calls = read();
    if (calls.size === 0) return undefined;
    const found = phones.flatMap(phone => calls.get(phone) ?? []);
    return found.sort((one, other) => other.at - one.at)[0];
  });
}

function lastCallStore(device: Device): LastCallStore {
  const known = stores.get(device);
  if (known) return known;
  const listeners = new Set<() => void>();
  let calls = NO_CALLS;
  let reading: Subscription | null = null;
  const show = (next: LastCalls) => {
    calls = next;
    for (const listener of listeners) listener();
  };
  const store: LastCallStore = {
    read: () => calls,
    subscribe(onChange) {
      listeners.add(onChange);
      // Created for each first listener: somebody else may have signed in meanwhile.
      reading ??= liveQuery(() => lastCallsOf(device)).subscribe(show);
      return () => {
        listeners.delete(onChange);
        if (listeners.size > 0) return;
        reading?.unsubscribe();
        reading = null;
        calls = NO_CALLS;
      };
    },
  };
  stores.set(device, store);
  return store;
}

async function lastCallsOf({ db, session }: Device): Promise<LastCalls> {
  const owner = session.lastOwner();
  return owner ? readLastCalls(db, ownerKeyOf(owner)) : NO_CALLS;
}
