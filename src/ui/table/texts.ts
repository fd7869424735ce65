import { plural } from '#kit/plural.ts';

/** The words of a table, here and not among the shared ones: no promoter's screen shows a table. */
export const texts = {
  pages: 'Страницы',
  firstPage: 'Первая страница',
  previousPage: 'Предыдущая страница',
  nextPage: 'Следующая страница',
  lastPage: 'Последняя страница',
  pastEnd: 'На этой странице ничего нет.',
  /** Verbatim from the specification: `from-to из total`. */
  pageOf: (from: number, to: number, total: number) => `${from}-${to} из ${total}`,
  filter: 'Найти в таблице',
  found: (count: number) => `${plural(count, 'Показана', 'Показаны', 'Показано')} ${rowsOf(count)}`,
  notFound: 'Ничего не найдено.',
  clearFilter: 'Сбросить поиск',
  empty: 'Здесь пока ничего нет.',
  total: 'Итого',
  actions: 'Действия',
  view: 'Вид',
  columns: 'Столбцы',
  density: 'Строки',
  densities: { dense: 'плотно', normal: 'обычно', roomy: 'просторно' },
  pin: (title: string) => `Закрепить слева: ${title}`,
  widthOf: (title: string) => `Ширина столбца: ${title}`,
  widthByContent: 'по содержимому',
  widthInPixels: (px: number) => `${px} пикселей`,
  resetWidths: 'Сбросить ширину столбцов',
  savedViews: 'Сохраненные виды',
  saveView: 'Сохранить вид…',
  viewName: 'Название вида',
  save: 'Сохранить',
  openView: (name: string) => `Открыть вид: ${name}`,
  removeView: (name: string) => `Удалить вид: ${name}`,
  tooManyViews: (count: number) => `Можно сохранить ${count} видов. Удалите лишний.`,
  xlsx: '.xlsx',
  csv: 'CSV',
  file: { xlsx: 'Скачать .xlsx', csv: 'Скачать CSV' },
  ofSelected: { xlsx: 'Скачать .xlsx, только выбранные', csv: 'Скачать CSV, только выбранные' },
  xlsxFailed: 'Не удалось скачать .xlsx. Проверьте связь и повторите.',
  csvFailed: 'Не удалось скачать CSV. Проверьте связь и повторите.',
  onlyThisPage: (from: number, to: number, total: number) =>
    `В файле только эта страница: ${from}-${to} из ${total}.`,
  csvForPrograms: 'CSV для программ',
  csvDialect: 'Разделитель «;», десятичный знак «,», все значения в кавычках, UTF-8.',
  sorting: 'Сортировка',
  ascending: 'По возрастанию',
  descending: 'По убыванию',
  selectAll: 'Выбрать все показанные',
  selectRow: (name: string) => `Выбрать: ${name}`,
  selected: (count: number) => `Выбрано: ${count}`,
  selectedHere: (count: number, here: number) => `Выбрано: ${count}, на этой странице ${here}`,
  clearSelection: 'Снять выбор',
  keys:
    'Строки: стрелки вверх и вниз, Page Up, Page Down, Home и End. ' +
    'Enter открывает первое действие или ссылку строки.',
  selectionKeys: 'Пробел или x выбирает строку, Shift со стрелкой продолжает выбор.',
} as const;

function rowsOf(count: number): string {
  return `${count} ${plural(count, 'строка', 'строки', 'строк')}`;
}
