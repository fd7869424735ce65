import { AUTH_STORAGE_KEY, localAuthStore } from '#api/auth-state.ts';
import type { ObservableAuth } from '#state/device.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { restoreMirrored } from '#sync/session-mirror.ts';

/** The authentication store of this page; subscribers hear of changes made here and in other tabs. */
export async function observableAuth(db: OutboxDb): Promise<ObservableAuth> {
  const store = await restoreMirrored(db, localAuthStore(window.localStorage));
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === AUTH_STORAGE_KEY || key === null) tell();
  });
  return {
    read: store.read,
    write(state) {
      store.write(state);
      tell();
    },
    remove() {
      store.remove();
      tell();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
