import { randomUUID } from 'node:crypto';
import { type Act, COMMAND_LINE } from '../../commands/act.ts';
import type { Tx } from '../../db/database.ts';
import { sqlState } from '../../db/database-problem.ts';
import { Refusal } from '../../db/refusal.ts';
import { transact } from '../../db/transaction.ts';
import { type CommandContext, type CommandIo, Refused } from './command.ts';

/** Who acts where the command line does something: nobody's account, and still somebody whom the audit can name. */
export function actOf({ now }: Pick<CommandIo, 'now'>): Act {
  return {
    actorId: COMMAND_LINE,
    impersonatorId: null,
    ip: 'command line',
    clientKey: null,
    now: new Date(now()),
    requestId: randomUUID(),
  };
}

/** Somebody else has had what was needed for too long. */
const BUSY = new Set(['55P03', '57014', '40001', '40P01']);

/** One transaction of the command line. `missing`: what to say where something is not found. */
export function carryOut<Value>(
  context: CommandContext,
  work: (tx: Tx, act: Act) => Promise<Value>,
  missing?: string,
): Promise<Value> {
  const act = actOf(context);
  return inWords(
    transact(context.db, tx => work(tx, act)),
    missing,
  );
}

/** What a command of the server refuses, as a line for people; messages of fields too. */
export async function inWords<Value>(work: Promise<Value>, missing?: string): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (BUSY.has(sqlState(error) ?? '')) throw new Refused('База занята другой работой: повторите позже');
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404 && missing !== undefined) throw new Refused(missing);
    const { message, errors } = error.body;
    const fields = typeof errors === 'object' && errors !== null ? Object.values(errors).flat() : [];
    throw new Refused(fields.length > 0 ? fields.join('; ') : String(message));
  }
}
