import type { AuthState, AuthStore } from '#api/auth-state.ts';
import type { OutboxDb } from '#storage/outbox-db.ts';

/**
 * Local storage is the truth about who is signed in, but a browser may write it to the disk long after the page
 * did: a phone that dies in between would come back signed out, without a network to sign in. So the state is kept
 * a second time in the outbox database, which is durable at once, and restored at the start if it is the newer one.
 * `state` null: somebody signed out.
 */
type Mirror = { revision: number; state: AuthState | null };

const NAME = 'session';

/** How new a state is; each write counts one up. */
function revisionOf({ revision = 0 }: AuthState): number {
  return revision;
}

async function readMirror(db: OutboxDb): Promise<Mirror> {
  const row = await db.control.get(NAME);
  return (row?.value as Mirror | undefined) ?? { revision: 0, state: null }; // written by mirrored alone
}

/** Brings the store up to the mirror, if that is newer; the store that is returned keeps the mirror from then on. */
export async function restoreMirrored(db: OutboxDb, store: AuthStore): Promise<AuthStore> {
  const mirror = await readMirror(db);
  if (mirror.revision > revisionOf(store.read())) {
    if (mirror.state) store.write(mirror.state);
    else store.remove();
  }
  return mirrored(db, store, mirror.revision);
}

function mirrored(db: OutboxDb, store: AuthStore, known: number): AuthStore {
  let newest = known;
  const next = () => {
    newest = 1 + Math.max(newest, revisionOf(store.read()));
    return newest;
  };
  // Not waited for: the page goes on with local storage, the mirror is for the next start.
  const keep = (value: Mirror) => void db.control.put({ name: NAME, value }).catch(whileClosed(db));
  return {
    read: store.read,
    write(state) {
      const counted = { ...state, revision: next() };
      store.write(counted);
      keep({ revision: counted.revision, state: counted });
    },
    remove() {
      const revision = next();
      store.remove();
      keep({ revision, state: null });
    },
  };
}

/** [S7] A newer version of the app has taken the database over and keeps the mirror itself. */
function whileClosed(db: OutboxDb): (cause: unknown) => void {
  return cause => {
    if (!db.outdated) throw cause;
  };
}
