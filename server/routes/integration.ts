import type * as v from 'valibot';
import { tellRequest } from '#contract/integration.ts';
import { toRoubles } from '#kit/money.ts';
import { type Advance, type Advanced, advanceRequest, findState } from '../commands/advance-request.ts';
import { readAmount } from '../commands/amount.ts';
import { readRequestCode } from '../commands/request-code.ts';
import type { Tx } from '../db/database.ts';
import { invalid, notFound } from '../db/refusal.ts';
import { presentDate } from './present.ts';
import { command, type Route } from './route.ts';

export const integrationRoutes: Route[] = [
  command(tellRequest, async ({ tx, act, input }) =>
    presentAdvanced(await advanceRequest(tx, act, await readAdvance(tx, input))),
  ),
];

type SentRequest = v.InferOutput<typeof tellRequest.input>;

async function readAdvance(tx: Tx, sent: SentRequest): Promise<Advance> {
  const code = readRequestCode(sent.code);
  if (!code) throw notFound();
  const [state, tofirm] = [sent.state ?? undefined, sent.tofirm ?? undefined];
  if (state === undefined && tofirm === undefined) {
    const words = ['Укажите состояние (state), сумму (tofirm) или оба'];
    throw invalid({ state: words, tofirm: words });
  }
  if (state !== undefined && !(await findState(tx, state))) {
    throw invalid({ state: [`Нет такого состояния заявки: ${state}`] });
  }
  return {
    code,
    ...(state !== undefined && { state }),
    ...(tofirm !== undefined && { tofirmKop: readTofirm(tofirm) }),
  };
}

function readTofirm(sent: string | number): number {
  const tofirmKop = readAmount(String(sent));
  if (tofirmKop !== undefined) return tofirmKop;
  throw invalid({
    tofirm: ['Нужна сумма в рублях, не меньше нуля и не больше двух знаков после запятой: 1500.50'],
  });
}

function presentAdvanced({ id, fullcode, state, stateName, changed, updatedAt, ...sums }: Advanced) {
  return {
    id,
    fullcode,
    state,
    state_name: stateName,
    changed,
    updated_at: presentDate(updatedAt),
    tofirm: sums.tofirmKop === null ? null : toRoubles(sums.tofirmKop),
    percent: sums.percentKop === null ? null : toRoubles(sums.percentKop),
  };
}
