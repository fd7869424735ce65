import {
  type AuthState,
  type AuthStore,
  type KeyValueStorage,
  localAuthStore,
  signedOut,
} from '#api/auth-state.ts';
import type { Clock } from '#kit/clock.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';

/**
 * Who is signed in, as every context of this device can read it. Local storage is the page's own copy: it is there
 * at once, but a browser may write it to the disk long after the page did, and a worker has none. So each write goes
 * to the outbox database first, which is durable, and then to local storage. `revision` counts the writes; of two
 * copies the higher one is the truth. `state` null: somebody signed out.
 */
export type Mirror = { revision: number; state: AuthState | null };

/** The name of its row. */
export const MIRROR = 'session';

/** How new a state is. */
function revisionOf({ revision = 0 }: AuthState): number {
  return revision;
}

async function readMirror(db: OutboxDb): Promise<Mirror> {
  const row = await db.control.get(MIRROR);
  return (row?.value as Mirror | undefined) ?? { revision: 0, state: null }; // written here alone
}

/** Brings the page's own store and the mirror to the newer of both; the store that is returned keeps them alike. */
export async function restoreMirrored(db: OutboxDb, own: AuthStore): Promise<AuthStore> {
  const store = mirrored(db, own);
  const mirror = await readMirror(db);
  const state = own.read();
  if (mirror.revision > revisionOf(state)) await adopt(own, mirror);
  // The disk was full, or closed to an old version of the app, when the page wrote this.
  else if (revisionOf(state) > mirror.revision) await store.write(state);
  return store;
}

/** The store of a context without local storage: what the mirror says, read anew by each `latest`. */
export function workerAuthStore(db: OutboxDb, now?: Clock): AuthStore {
  return mirrored(db, localAuthStore(memory(), now));
}

function mirrored(db: OutboxDb, own: AuthStore): AuthStore {
  async function keep(state: AuthState | null): Promise<number> {
    return db.transaction('rw', db.control, async () => {
      const mirror = await readMirror(db);
      const revision = 1 + Math.max(mirror.revision, revisionOf(own.read()));
      await db.control.put({ name: MIRROR, value: { revision, state: state && { ...state, revision } } });
      return revision;
    });
  }
  return {
    read: own.read,
    async latest() {
      // Unreadable once a newer version of the app has closed it ([S7]): this context's own copy is what there is.
      const mirror = await readMirror(db).catch(() => null);
      if (mirror && mirror.revision > revisionOf(own.read())) await adopt(own, mirror);
      return own.read();
    },
    async write(state) {
      // A full disk signs nobody out: this context goes on with its own copy, which counts as the newer one.
      const revision = await keep(state).catch(() => 1 + revisionOf(own.read()));
      await own.write({ ...state, revision });
    },
    async remove() {
      const isKept = await keep(null).then(
        () => true,
        () => false,
      );
      // Nor does it keep anybody signed in: without a newer copy beside it the mirror would bring the tokens back.
      await (isKept ? own.remove() : own.write({ ...signedOut, revision: 1 + revisionOf(own.read()) }));
    },
  };
}

async function adopt(own: AuthStore, { state }: Mirror): Promise<void> {
  if (state) await own.write(state);
  else if (own.read().isLoggedIn || own.read().subject !== null) await own.remove();
}

function memory(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  };
}
