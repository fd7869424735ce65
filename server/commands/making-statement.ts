/** One statement that makes one thing, keeps its answer under the Idempotency-Key, and writes its line of the audit. */
import { type SQL, sql } from 'drizzle-orm';
import { preparedOnce } from '../db/database.ts';
import { auditLog, idempotencyKeys } from '../db/schema.ts';
import type { Act } from './act.ts';
import type { Answer, Attempt } from './idempotency.ts';

const value = sql.placeholder;

/** Nothing was made, and nothing is in its way: what was has changed since. Another try can tell. */
export class NothingInTheWay extends Error {}

/** Who makes what, what is answered, and under which key it is kept, if any. */
export type Making<Input, Drawn> = {
  act: Act;
  input: Input;
  drawn: Drawn;
  answer: Answer;
  attempt: Attempt | undefined;
};

/**
 * The parts of a statement, by their names. `named` has one row where the thing can be made and was not made before; `made`
 * inserts it from there where `isClaimed`, and returns its id; more may insert what hangs on it.
 */
type Parts = Record<'named' | 'made', SQL> & Record<string, SQL>;

/** Whether there is no key, or nobody else has it. */
export const isClaimed = sql`(${value('key')}::text is null or exists (select from claimed))`;

/** On PostgreSQL the loser of two waits here until the winner is through. */
const claimed = sql`
  insert into ${idempotencyKeys}
    (user_id, route, key, fingerprint, status, headers, body, created_at, updated_at)
  select ${value('actorId')}::bigint, ${value('route')}, ${value('key')}::text, ${value('fingerprint')},
    ${value('status')}::integer, ${value('headers')}::jsonb, ${value('body')}::bytea, ${value('now')}, ${value('now')}
  from named where ${value('key')}::text is not null
  on conflict do nothing returning key`;

const auditOf = (entity: string) => sql`
  insert into ${auditLog} (at, actor_id, impersonator_id, action, entity, entity_id, ip, request_id)
  select ${value('now')}, ${value('actorId')}, ${value('impersonatorId')}::bigint, 'create',
    ${sql.raw(`'${entity}'`)}, made.id, ${value('ip')}, ${value('requestId')}::uuid
  from made`;

/** Prepares it. It resolves to whether it was made: all of it, or nothing. */
export function makingStatement(entity: string, { named, made, ...more }: Parts) {
  const parts = { named, claimed, made, ...more, noted: auditOf(entity) };
  const statement = preparedOnce(on => {
    const written = Object.entries(parts).map(([name, part]) => on.$with(name, {}).as(part));
    const count = sql`count(*)`.mapWith(Number);
    return on
      .with(...written)
      .select({ made: count })
      .from(sql`made`)
      .prepare(`make_${entity}`);
  });
  return async (
    on: Parameters<typeof statement>[0],
    { act, answer, attempt }: Omit<Making<unknown, unknown>, 'input' | 'drawn'>,
    values: Record<string, unknown>,
  ): Promise<boolean> => {
    const { route = null, key = null, fingerprint = null } = attempt ?? {};
    const { status, headers, body } = answer;
    const kept = { route, key, fingerprint, status, headers: JSON.stringify(headers), body };
    const [row] = await statement(on).execute({ ...values, ...act, ...kept, now: act.now.toISOString() });
    return row?.made === 1;
  };
}
