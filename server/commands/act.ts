import { sql } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { preparedOnce, type Tx } from '../db/database.ts';
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
 * one looks for. The reason of a block, in its administrator's words, is there for the same.
 */
export type AuditEntry = {
  action: string;
  entity: string;
  /** Null where nothing in particular was meant. */
  entityId: number | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** A placeholder has no null of its own in JSON: what is not there must not become the JSON text `null`. */
const json = (name: string) => sql`${sql.placeholder(name)}::jsonb`;

const entryOf = preparedOnce((tx: Tx) =>
  tx
    .insert(auditLog)
    .values({
      at: sql.placeholder('now'),
      actor_id: sql.placeholder('actorId'),
      impersonator_id: sql.placeholder('impersonatorId'),
      action: sql.placeholder('action'),
      entity: sql.placeholder('entity'),
      entity_id: sql.placeholder('entityId'),
      before: json('before'),
      after: json('after'),
      ip: sql.placeholder('ip'),
      request_id: sql.placeholder('requestId'),
    })
    .prepare('write_audit'),
);

/** Writes down who did what, in the transaction of the change. */
export async function audit(tx: Tx, act: Act, { before, after, ...entry }: AuditEntry): Promise<void> {
  await entryOf(tx).execute({
    ...entry,
    ...act,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  });
}

/** The same of many things, in one statement. */
export async function auditAll(tx: Tx, act: Act, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const each = entries.map(({ entityId: entity_id, ...entry }) => ({ ...entry, entity_id }));
  await tx.execute(sql`
    insert into audit_log (at, actor_id, impersonator_id, action, entity, entity_id, before, after, ip, request_id)
    select ${act.now.toISOString()}::timestamptz, ${act.actorId}::bigint, ${act.impersonatorId}::bigint,
      action, entity, entity_id, before, after, ${act.ip}::text, ${act.requestId}::uuid
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      as entry (action text, entity text, entity_id bigint, before jsonb, after jsonb)`);
}

/** Asks the access policies of another call about each of these things, or about that call alone; refuses where one does. */
export type Demand = (endpoint: Endpoint, ids?: readonly number[]) => Promise<void>;

/** Those of these things about which the access policies of another call refuse nothing. */
export type Permitted = (endpoint: Endpoint, ids: readonly number[]) => Promise<readonly number[]>;
