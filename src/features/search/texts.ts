import { plural } from '#kit/plural.ts';

/** The words of the search. */
export const texts = {
  title: 'Поиск',
  placeholder: 'Имя, телефон, номер, раздел',
  results: 'Найденное',
  screens: 'Разделы',
  promoters: 'Промоутеры',
  requests: 'Заявки',
  reports: 'Отчеты',
  payments: 'Выплаты',
  users: 'Пользователи',
  documents: 'Документы склада',
  reportOf: (id: number) => `Отчет №${id}`,
  paymentOf: (id: number) => `Выплата №${id}`,
  of: (promoter: string) => `промоутер ${promoter}`,
  firstOf: (kind: string, shown: number) => `${kind}: показаны первые ${shown}, уточните запрос`,
  kinds: { enter: 'оприходование', loss: 'списание' },
  searching: 'Ищем…',
  nothing: 'Ничего не найдено.',
  found: (count: number) =>
    `${plural(count, 'Найдена', 'Найдены', 'Найдено')} ${count} ${plural(count, 'строка', 'строки', 'строк')}`,
  foundMore: (shown: number) =>
    `Показано ${shown} ${plural(shown, 'строка', 'строки', 'строк')}, найдено больше`,
  onlyScreens: 'Показаны только разделы.',
} as const;
