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
  already: (places: readonly number[]) =>
    `Уже в документе: ${places.length === 1 ? 'строка' : 'строки'} ${placesWords(places)}`,
  added: (title: string) => `Добавлено: ${title}`,
  full: (most: number) => `В документе ${formatNumber(most)} строк, больше не добавить`,
  noNetwork: 'Нет связи. Когда она появится, поиск продолжится сам.',
  sessionEnded: 'Сессия закончилась: войдите, чтобы искать.',
  forbidden: 'Нет права искать номенклатуру.',
  failed: 'Сервер не смог ответить на поиск.',
} as const;

/** More places than these are not read one by one. */
const PLACES_MAX = 3;

function placesWords(places: readonly number[]): string {
  const rest = places.length - PLACES_MAX;
  return places.slice(0, PLACES_MAX).join(', ') + (rest > 0 ? ` и еще ${rest}` : '');
}
