import { plural } from '#kit/plural.ts';

/** The words of the lists of receipts and write-offs. */
export const texts = {
  code: 'Номер',
  noCode: 'Без номера',
  carried: 'Проведен',
  notCarried: 'Не проведен',
  date: 'Дата',
  warehouseTo: 'На склад',
  lossFrom: 'Со склада',
  description: 'Описание',
  updated: 'Изменен',
  noReceipts: 'Оприходований пока нет.',
  noWriteOffs: 'Списаний пока нет.',
  beyondEnd: (page: number, last: number) =>
    `Страницы ${page} нет: всего ${last} ${plural(last, 'страница', 'страницы', 'страниц')}.`,
  toLastPage: 'На последнюю страницу',
} as const;
