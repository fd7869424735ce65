import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { notFound } from '../db/refusal.ts';
import { contacts } from '../db/schema.ts';
import { type Act, audit } from './act.ts';

/** Hides an own contact; its orders keep their copy of name and phones. */
export async function deleteContact(tx: Tx, act: Act, id: number): Promise<void> {
  const deleted = await tx
    .update(contacts)
    .set({ deleted_at: act.now, updated_at: act.now })
    .where(and(eq(contacts.id, id), eq(contacts.promoter_id, act.actorId), isNull(contacts.deleted_at)))
    .returning({ id: contacts.id });
  if (deleted.length === 0) throw notFound();
  await audit(tx, act, { action: 'delete', entity: 'contact', entityId: id });
}
