import { plural } from '#kit/plural.ts';

/** What a picker says. */
export const texts = {
  pinned: 'Закрепленные',
  recent: 'Недавние',
  all: 'Все',
  pin: (name: string) => `Закрепить в начале списка: ${name}`,
  clear: (label: string) => `Очистить: ${label}`,
  dismiss: 'Закрыть список',
  nothingFound: 'Ничего не найдено',
  nothingToChoose: 'Список пуст',
  notLoaded: 'Список не загружен',
  searchIn: (label: string) => `Найти: ${label}`,
  found: (count: number) => `Найдено: ${count}`,
  more: (count: number) =>
    `Еще ${count} ${plural(count, 'строка', 'строки', 'строк')}. Печатайте, чтобы найти.`,
} as const;
