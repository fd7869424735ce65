import * as v from 'valibot';
import { RuntimeConfig } from '#contract/runtime.ts';
import { kinds } from '#features/offline.ts';
import { deviceClock } from '#kit/clock.ts';
import { OutboxDb, type Owner, ownerKeyOf } from '#storage/outbox-db.ts';
import { connect } from '#sync/create-drain-context.ts';
import { drain } from '#sync/drain.ts';
import { isSendable } from '#sync/eligible.ts';
import { readPayload } from '#sync/kind.ts';
import { readLive } from '#sync/live-entries.ts';
import { ownersOf } from '#sync/owners.ts';
import { workerAuthStore } from '#sync/session-mirror.ts';
import { webLocks } from '#sync/web-locks.ts';
import { CONFIG, fetchConfig } from './config.ts';
import { worker } from './worker.ts';

/** Entries are left: the browser takes the rejection as a request for another sync event. */
class EntriesLeftError extends Error {}

/**
 * [S21] One pass like that of a page, over the same lock, but never stealing it. Rejects while something could still
 * be sent, so that the browser comes back with its sync event.
 */
async function drainOutbox(): Promise<void> {
  const config = await readConfig();
  const db = new OutboxDb();
  try {
    await drainSignedInOwner(config, db);
  } finally {
    // An open connection would block the schema upgrade of a newer version.
    db.close();
  }
}

async function drainSignedInOwner(config: RuntimeConfig, db: OutboxDb): Promise<void> {
  const auth = workerAuthStore(db);
  await auth.latest();
  const owner = ownersOf(auth, config.apiOrigin).owner();
  if (!owner) return;
  const { origin } = worker.location;
  const { context } = connect({ config, origin, auth, db, kinds, now: deviceClock, withLock: webLocks });
  const { problem } = await drain(context, owner);
  const left = await countSendable(db, owner);
  if (left > 0) throw new EntriesLeftError(`${left} left: ${problem?.kind ?? 'not due yet'}`);
}

/** Entries that wait for the user, a newer version or another owner do not become sendable by a retry. */
async function countSendable(db: OutboxDb, owner: Owner): Promise<number> {
  const live = await readLive(db, ownerKeyOf(owner));
  return live.filter(entry => isSendable(entry) && readPayload(kinds, entry) !== null).length;
}

async function readConfig(): Promise<RuntimeConfig> {
  const answer = await fetchConfig(new Request(CONFIG));
  return v.parse(RuntimeConfig, await answer.json());
}

// A separate script, imported only when there is something to send: it would slow down each offline start.
worker.drainOutbox = drainOutbox;
