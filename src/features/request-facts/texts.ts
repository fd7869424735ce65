import type { OrderType } from '#contract/orders.ts';

export const texts = {
  title: 'Заявка',
  type: { point: 'Мастерские', basa: 'Линия' } satisfies Record<OrderType, string>,
  typeTerm: 'Тип',
  client: 'Клиент',
  work: 'Вид работ',
  district: 'Район',
  address: 'Адрес',
  broken: 'Неисправность',
  date: 'Дата',
  amount: 'Сумма заявки',
  amountUnknown: 'еще не известна',
  percentUnknown: 'еще не известен',
  percentNone: 'не будет',
  percent: 'Процент',
  howCounted: 'как посчитано',
  countedFrom: (share: string, amount: string, money: string) =>
    `${share} % от суммы заявки: ${amount} → ${money}`,
  countedByFirm: (share: string, amount: string, money: string) =>
    `Процент назначила фирма. ${share} % от суммы заявки ${amount} было бы ${money}.`,
  countedLater: (share: string) =>
    `${share} % от суммы заявки; сумма станет известна, когда мастер закончит работу.`,
  countedNever: 'Заявка отменена: процента по ней не будет.',
  paid: { 0: 'Не выплачено', 1: 'Выплачено', '-1': 'Выплата проводится', 2: 'Выплата отменяется' },
} as const;
