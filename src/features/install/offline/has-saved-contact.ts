import type { ReadContext } from '#sync/read-context.ts';

/** Whether this user has saved a contact on this device: from then on there is something to lose. */
export async function hasSavedContact({
  db,
  ownerKey,
}: Pick<ReadContext, 'db' | 'ownerKey'>): Promise<boolean> {
  const saved = await db.entries
    .where('ownerKey')
    .equals(ownerKey)
    .filter(entry => entry.kind === 'contact.create')
    .first();
  return saved !== undefined;
}
