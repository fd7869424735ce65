import type { Request } from '#contract/requests.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { formatPhone } from '#kit/phone.ts';
import { texts } from './texts.ts';

/** A request as plain text, for sending it to somebody. */
export function requestText(request: Request): string {
  const { fullcode, state_name, client_fio, phones, work_name, address, broken, date_add, tofirm } = request;
  const lines = [
    `${texts.titleOf(fullcode)} (${texts.type[request.type]})`,
    state_name,
    client_fio,
    ...phones.map(phone => formatPhone(phone.full_phone)),
    work_name,
    address,
    broken,
    formatDate(date_add),
    tofirm === null ? '' : `${texts.amount}: ${formatMoney(tofirm)}`,
  ];
  return lines.filter(Boolean).join('\n');
}
