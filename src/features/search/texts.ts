import { plural } from '#kit/plural.ts';

/** The words of the search. */
export const texts = {
  title: 'Поиск',
  placeholder: 'Промоутер, номер заявки или отчета, раздел',
  results: 'Найденное',
  screens: 'Разделы',
  promoters: 'Промоутеры',
  requests: 'Заявки',
  reports: 'Отчеты',
  users: 'Пользователи',
  documents: 'Документы склада',
  reportOf: (id: number) => `Отчет №${id}`,
  kinds: { enter: 'оприходование', loss: 'списание' },
  searching: 'Ищем…',
  nothing: 'Ничего не найдено.',
  found: (count: number) =>
    `${plural(count, 'Найдена', 'Найдены', 'Найдено')} ${count} ${plural(count, 'строка', 'строки', 'строк')}`,
  onlyScreens: 'Показаны только разделы.',
} as const;
