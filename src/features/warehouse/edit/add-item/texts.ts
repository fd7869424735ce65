import { formatNumber } from '#kit/format-number.ts';

/** The words of the search that adds. */
export const texts = {
  add: 'Добавить номенклатуру',
  hint: 'Введите часть названия',
  searching: 'Ищем…',
  nothing: (query: string) => `Ничего не найдено по запросу «${query}»`,
  firstOnly: (shown: number) => `Показаны первые ${shown}, уточните запрос`,
  found: (count: number) => `Найдено: ${count}`,
  foundBefore: 'Ответа нет, показано найденное раньше',
  priceOf: (price: string, unit: string) => (unit === '' ? price : `${price} за ${unit}`),
  already: (lineNumbers: readonly number[]) =>
    `Уже в документе: ${lineNumbers.length === 1 ? 'строка' : 'строки'} ${lineNumbersText(lineNumbers)}`,
  added: (title: string) => `Добавлено: ${title}`,
  full: (limit: number) => `В документе ${formatNumber(limit)} строк, больше не добавить`,
  notFound: 'Поиск не прошел.',
} as const;

/** More places than these are not read one by one. */
const LINE_NUMBERS_MAX = 3;

function lineNumbersText(lineNumbers: readonly number[]): string {
  const rest = lineNumbers.length - LINE_NUMBERS_MAX;
  return lineNumbers.slice(0, LINE_NUMBERS_MAX).join(', ') + (rest > 0 ? ` и еще ${rest}` : '');
}
