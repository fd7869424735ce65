import type * as v from 'valibot';
import { tellRequest } from '#contract/integration.ts';
import { type Advance, type Advanced, advanceRequest, findState } from '../commands/advance-request.ts';
import { readAmount } from '../commands/amount.ts';
import { readRequestCode } from '../commands/request-code.ts';
import type { Tx } from '../db/database.ts';
import { invalid, notFound } from '../db/refusal.ts';
import { presentDate, presentSum } from './present.ts';
import { command, type Route } from './route.ts';

export const integrationRoutes: Route[] = [
  command(tellRequest, async ({ tx, act, input }) =>
    presentAdvanced(await advanceRequest(tx, act, await readAdvance(tx, input))),
  ),
];

async function readAdvance(tx: Tx, sent: v.InferOutput<typeof tellRequest.input>): Promise<Advance> {
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

function presentAdvanced({ id, fullcode, state, stateName: state_name, changed, ...advanced }: Advanced) {
  const { updatedAt, tofirmKop, percentKop } = advanced;
  const sums = { tofirm: presentSum(tofirmKop), percent: presentSum(percentKop) };
  return { id, fullcode, state, state_name, changed, updated_at: presentDate(updatedAt), ...sums };
}
