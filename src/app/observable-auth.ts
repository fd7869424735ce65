import { AUTH_STORAGE_KEY, type AuthStore, localAuthStore } from '#api/auth-state.ts';
import type { ObservableAuth } from '#state/device.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';
import { restoreMirrored } from '#sync/session-mirror.ts';

/** The authentication store of this page; subscribers hear of changes made here, in other tabs and by the worker. */
export async function observableAuth(db: OutboxDb): Promise<ObservableAuth> {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const store = await restoreMirrored(db, notifying(localAuthStore(window.localStorage), notify));
  window.addEventListener('storage', ({ key }) => {
    if (key === AUTH_STORAGE_KEY || key === null) notify();
  });
  return {
    ...store,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Around the page's own copy, so that what it takes over from the worker is told as well. */
function notifying(own: AuthStore, notify: () => void): AuthStore {
  return {
    ...own,
    async write(state) {
      await own.write(state);
      notify();
    },
    async remove() {
      await own.remove();
      notify();
    },
  };
}
