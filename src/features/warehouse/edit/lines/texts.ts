import { formatNumber } from '#kit/format-number.ts';
import { plural } from '#kit/plural.ts';

/** The words of the table of lines. */
export const texts = {
  caption: 'Строки документа',
  empty: 'В документе нет строк',
  number: '№',
  title: 'Наименование',
  count: 'Количество',
  price: 'Цена, руб.',
  tax: 'Налог, %',
  discount: 'Скидка, %',
  reason: 'Причина',
  sum: 'Сумма',
  noSum: 'Не посчитать',
  fieldLabel: (name: string, number: number) => `${name}, строка ${number}`,
  line: (number: number) => `Строка ${number}`,
  errorLabel: (number: number, name: string) => `Строка ${number}, ${name}`,
  hasErrors: 'есть ошибки',
  actions: 'Действия',
  remove: (number: number) => `Удалить строку ${number}`,
  removed: (number: number, title: string) => `Строка ${number} «${title}» удалена`,
  restored: (number: number, title: string) => `Строка ${number} «${title}» возвращена`,
  removedCount: (count: number) => `${plural(count, 'Удалена', 'Удалены', 'Удалено')} ${ofLines(count)}`,
  lastRemoved: (title: string) => `Последняя: ${title}`,
  restore: 'Вернуть',
} as const;

function ofLines(count: number): string {
  return `${formatNumber(count)} ${plural(count, 'строка', 'строки', 'строк')}`;
}
