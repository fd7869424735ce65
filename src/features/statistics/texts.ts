import { formatDate } from '#kit/date.ts';

/** The words of the statistics, verbatim from the specification where it gives them. */
export const texts = {
  title: 'Статистика',
  all: 'показать всех',
  filter: 'Фильтровать',
  reset: 'Сбросить',
  share: 'Премия',
  promoter: 'Промоутер',
  unknownPromoter: (id: number) => `Промоутер № ${id}`,
  promotersFailed: 'Список промоутеров не загрузился.',
  from: 'Дата с',
  to: 'Дата по',
  notLater: 'Не позже сегодняшнего дня',
  reversed: 'Дата «по» не может быть раньше даты «с»',
  fixDates: 'Исправьте даты: пока они указаны неверно, показывать нечего.',
  invalidParams: 'Часть отбора в адресе не удалось прочитать, она не применена.',
  selection: 'Отбор',
  periods: 'Период',
  preset: {
    today: 'сегодня',
    yesterday: 'вчера',
    thisWeek: 'эта неделя',
    lastWeek: 'прошлая неделя',
    thisMonth: 'этот месяц',
    lastMonth: 'прошлый месяц',
    always: 'все время',
  },
  applied: (who: string, dateFrom: string, dateTo: string) => `${who}, ${periodOf(dateFrom, dateTo)}`,
  everybody: 'все промоутеры',
  notLoaded: (asked: string, shown: string) => `Отбор «${asked}» не загружен. Показан прежний: «${shown}».`,
  refused: 'Сервер не принял этот отбор.',
  refusedTitle: 'Отбор не применен',
  caption: (applied: string) => `Статистика: ${applied}`,
  order: '№',
  count: 'Заявки',
  done: 'Готово',
  average: 'Ср. чек',
  sum: 'Сумма',
  percentOfSum: 'Доля суммы',
  change: 'Изменение суммы',
  empty: 'Промоутеров нет.',
  nobodyIdle: 'Промоутеров без заявок нет.',
  idle: (count: number) => `Без заявок: ${count}`,
  findPromoter: 'Найти промоутера',
  bars: 'Доли в сумме',
  barsOf: (parts: string) => `Доли в сумме: ${parts}.`,
  others: (count: number) => `остальные ${count}`,
  compared: 'К прошлому периоду',
  days: periodOf,
  comparing: 'Загружаем прошлый период для сравнения.',
  notCompared: (dateFrom: string, dateTo: string) =>
    `Прошлый период (${periodOf(dateFrom, dateTo)}) не загрузился, поэтому сравнения нет.`,
  more: 'больше на',
  less: 'меньше на',
  same: 'без изменений',
  csvName: (applied: string) => `Статистика, ${applied}`,
} as const;

function periodOf(dateFrom: string, dateTo: string): string {
  if (dateFrom === '' && dateTo === '') return 'все время';
  if (dateFrom === dateTo) return formatDate(dateFrom);
  const [from, to] = [dateFrom && `с ${formatDate(dateFrom)}`, dateTo && `по ${formatDate(dateTo)}`];
  return [from, to].filter(Boolean).join(' ');
}
