import type { Tx } from '../db/database.ts';
import { auditLog } from '../db/schema.ts';

/** The actor of what is done by the command line: no user has this id. */
export const COMMAND_LINE = 0;

/** Who acts, when, and by which request: what every effect needs beside its input. */
export type Act = {
  /** The user as whom it is done: the owner of what is made. */
  actorId: number;
  /** Who really does it, when an administrator works as that user. */
  impersonatorId: number | null;
  now: Date;
  requestId: string;
  ip: string;
  /** The Idempotency-Key when it is a uuid: the permanent mark of what this request makes. */
  clientKey: string | null;
};

/**
 * What was done to what. `before` and `after` hold ids, dates and amounts only: never a name or a phone. An access policy
 * stands there whole, and of a client or a token its addresses and scopes: who could do what, and since when, is what
 * one looks for.
 */
export type AuditEntry = {
  action: string;
  entity: string;
  /** Null where nothing in particular was meant. */
  entityId: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Writes down who did what, in the transaction of the deed. */
export async function audit(
  tx: Tx,
  act: Act,
  { action, entity, entityId, before, after }: AuditEntry,
): Promise<void> {
  await tx.insert(auditLog).values({
    at: act.now,
    actor_id: act.actorId,
    impersonator_id: act.impersonatorId,
    action,
    entity,
    entity_id: entityId,
    before,
    after,
    ip: act.ip,
    request_id: act.requestId,
  });
}
