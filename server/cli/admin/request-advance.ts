import { formatMoney, toRoubles } from '#kit/money.ts';
import { type Advance, type Advanced, advanceRequest } from '../../commands/advance-request.ts';
import { readAmount } from '../../commands/amount.ts';
import { readRequestCode, showRequestCode } from '../../commands/request-code.ts';
import { Refusal } from '../../db/refusal.ts';
import { transact } from '../../db/transaction.ts';
import { actOf, inWords } from './act-of.ts';
import {
  adminCommand,
  type CommandContext,
  type Given,
  onlyPositional,
  Refused,
  WrongUsage,
} from './command.ts';

const STATES = ['new', 'in_work', 'done', 'cancelled'];

/** What the firm's office would do: a request gets its state and its amount. */
export const requestAdvance = adminCommand<Advance>({
  name: 'request:advance',
  summary: 'Задать состояние заявки и ее сумму',
  usage: '<код> [--state new|in_work|done|cancelled] [--tofirm 1500.50]',
  details: [
    '<код>      Л-000123, M-123 или просто номер: 123',
    '--state    new: новая, in_work: в работе, done: выполнена, cancelled: отменена (сумма снимается)',
    '--tofirm   сумма в рублях, копейки после точки или запятой; промоутеру из нее идет 30 %',
    'Оплаченная заявка не меняется. Заявка из отчета остается выполненной, из закрытого отчета сохраняет и сумму.',
  ],
  optionNames: ['state', 'tofirm'],
  read: readAdvance,
  run: advance,
});

function readAdvance(given: Given): Advance {
  const { state, tofirm } = given.options;
  const text = onlyPositional(given, 'Не указан код заявки');
  const code = readRequestCode(text);
  if (!code) throw new WrongUsage(`Это не код заявки: ${text}. Нужен, например, Л-000123 или 123`);
  if (state === undefined && tofirm === undefined) {
    throw new WrongUsage('Нечего менять: задайте --state, --tofirm или оба');
  }
  if (state !== undefined && !STATES.includes(state)) {
    throw new WrongUsage(`--state ${state}: возможны ${STATES.join(', ')}`);
  }
  return { code, ...(state !== undefined && { state }), ...(tofirm !== undefined && readTofirm(tofirm)) };
}

function readTofirm(text: string): { tofirmKop: number } {
  const tofirmKop = readAmount(text);
  if (tofirmKop !== undefined) return { tofirmKop };
  throw new WrongUsage(
    `--tofirm ${text}: нужна сумма в рублях, не меньше нуля и не больше двух знаков после запятой: 1500.50`,
  );
}

async function advance(context: CommandContext, input: Advance): Promise<string[]> {
  const work = transact(context.db, tx => advanceRequest(tx, actOf(context), input)).catch(error => {
    if (error instanceof Refusal && error.status === 404) {
      throw new Refused(`Нет заявки ${showRequestCode(input.code)}`);
    }
    throw error;
  });
  return [resultLines(await inWords(work))];
}

function resultLines({ fullcode, stateName, tofirmKop, percentKop, changed }: Advanced): string {
  const sums =
    tofirmKop === null || percentKop === null
      ? 'без суммы'
      : `сумма ${formatMoney(toRoubles(tofirmKop))}, промоутеру ${formatMoney(toRoubles(percentKop))}`;
  return `${fullcode}: ${stateName}, ${sums}${changed ? '' : ' (так и было)'}`;
}
