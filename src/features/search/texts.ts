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
  requestOf: (phone: string, state: string, promoter: string) =>
    [state, phone, `промоутер ${promoter}`].filter(Boolean).join(', '),
  kinds: { enter: 'оприходование', loss: 'списание' },
  searching: 'Ищем…',
  nothing: 'Ничего не найдено.',
  found: (count: number) =>
    `${plural(count, 'Найдена', 'Найдены', 'Найдено')} ${count} ${plural(count, 'строка', 'строки', 'строк')}`,
  onlyScreens: 'Показаны только разделы.',
} as const;
