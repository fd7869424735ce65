import { kinds } from '#features/queued-kinds.ts';
import { newId } from '#kit/ids.ts';
import { OutboxDb, type Owner } from '#storage/outbox-db.ts';
import { createOutbox } from '#sync/outbox.ts';

/** Saves one after the other as a form does, each on the disk before the next; the milliseconds they took. */
export async function saveAll(owner: Owner, kind: string, payloads: readonly unknown[]): Promise<number> {
  const db = new OutboxDb();
  const outbox = createOutbox({ db, kinds, now: Date.now, makeRoom: async () => {} });
  const began = performance.now();
  for (const payload of payloads) {
    const saved = await outbox.enqueue(owner, { id: newId(), kind, payload });
    if (!saved.ok) throw new Error(`Not saved: ${JSON.stringify(saved)}`);
  }
  const took = performance.now() - began;
  db.close();
  return took;
}

/** How many entries the server has not confirmed. */
export async function countOpen(): Promise<number> {
  const db = new OutboxDb();
  const open = (await db.entries.count()) - (await db.entries.where('state').equals('done').count());
  db.close();
  return open;
}
