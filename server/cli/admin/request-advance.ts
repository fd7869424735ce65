import { randomUUID } from 'node:crypto';
import { formatMoney, toRoubles } from '#kit/money.ts';
import { type Act, COMMAND_LINE } from '../../commands/act.ts';
import { type Advance, type Advanced, advanceRequest } from '../../commands/advance-request.ts';
import { readAmount } from '../../commands/amount.ts';
import { readRequestCode, showRequestCode } from '../../commands/request-code.ts';
import { Refusal } from '../../db/refusal.ts';
import { transact } from '../../db/transaction.ts';
import { adminCommand, type Given, type Office, Refused, WrongUsage } from './command.ts';

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

function readAdvance({ positionals, options: { state, tofirm } }: Given): Advance {
  const [text, ...more] = positionals;
  if (text === undefined) throw new WrongUsage('Не указан код заявки');
  if (more.length > 0) throw new WrongUsage(`Лишнее: ${more.join(' ')}`);
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

async function advance({ db, now }: Office, input: Advance): Promise<string[]> {
  const act: Act = {
    ...{ actorId: COMMAND_LINE, impersonatorId: null, ip: 'command line', clientKey: null },
    ...{ now: new Date(now()), requestId: randomUUID() },
  };
  try {
    return [tell(await transact(db, tx => advanceRequest(tx, act, input)))];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) throw new Refused(`Нет заявки ${showRequestCode(input.code)}`);
    throw new Refused(String(error.body.message));
  }
}

function tell({ fullcode, stateName, tofirmKop, percentKop, changed }: Advanced): string {
  const sums =
    tofirmKop === null || percentKop === null
      ? 'без суммы'
      : `сумма ${formatMoney(toRoubles(tofirmKop))}, промоутеру ${formatMoney(toRoubles(percentKop))}`;
  return `${fullcode}: ${stateName}, ${sums}${changed ? '' : ' (так и было)'}`;
}
