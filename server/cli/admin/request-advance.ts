import { formatMoney, toRoubles } from '#kit/money.ts';
import { type Advance, advanceRequest } from '../../commands/advance-request.ts';
import { readAmount } from '../../commands/amount.ts';
import { readRequestCode, showRequestCode } from '../../commands/request-code.ts';
import { carryOut } from './act-of.ts';
import { adminCommand, onlyPositional, readChoice, WrongUsage } from './command.ts';

const STATES = ['new', 'in_work', 'done', 'cancelled'];

/** What the firm's office would do: a request gets its state and its amount. */
export const requestAdvance = adminCommand({
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
  read(given): Advance {
    const { state, tofirm } = given.options;
    const text = onlyPositional(given, 'Не указан код заявки');
    const code = readRequestCode(text);
    if (!code) throw new WrongUsage(`Это не код заявки: ${text}. Нужен, например, Л-000123 или 123`);
    if (state === undefined && tofirm === undefined) {
      throw new WrongUsage('Нечего менять: задайте --state, --tofirm или оба');
    }
    return {
      code,
      ...(state !== undefined && { state: readChoice('state', state, STATES) }),
      ...(tofirm !== undefined && { tofirmKop: readTofirm(tofirm) }),
    };
  },
  async run(context, input) {
    const missing = `Нет заявки ${showRequestCode(input.code)}`;
    const done = await carryOut(context, (tx, act) => advanceRequest(tx, act, input), missing);
    const { fullcode, stateName, tofirmKop, percentKop, changed } = done;
    const sums =
      tofirmKop === null || percentKop === null
        ? 'без суммы'
        : `сумма ${formatMoney(toRoubles(tofirmKop))}, промоутеру ${formatMoney(toRoubles(percentKop))}`;
    return [`${fullcode}: ${stateName}, ${sums}${changed ? '' : ' (так и было)'}`];
  },
});

function readTofirm(text: string): number {
  const tofirmKop = readAmount(text);
  if (tofirmKop !== undefined) return tofirmKop;
  throw new WrongUsage(
    `--tofirm ${text}: нужна сумма в рублях, не меньше нуля и не больше двух знаков после запятой: 1500.50`,
  );
}
