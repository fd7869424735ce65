import { ALL_PROMOTERS } from '#contract/moderation.ts';
import type { Period } from '#domain/period.ts';
import type { Sort } from '#ui/table/column.ts';
import { isDay } from './period.ts';

/** What the figures are asked for: `promoterId` −1 is everybody. */
export type Filter = Period & { promoterId: number };

export const NO_FILTER: Filter = { promoterId: ALL_PROMOTERS, dateFrom: '', dateTo: '' };

/** The columns that the address can name. */
const SORTABLE = ['id', 'name', 'count', 'done', 'avg', 'sum', 'bonus', 'part', 'before', 'change'] as const;

/** What the line by day can show. */
export const SHOWN = ['requests', 'sum'] as const;
export type Shown = (typeof SHOWN)[number];

/** The specification's: by id. */
export const DEFAULT_SORT: Sort = { id: 'id', desc: false };

export type StatsQuery = ReturnType<typeof readSearchParams>;

/** What the address asks for. Nobody can ask for days that are still to come. */
export function readSearchParams(params: URLSearchParams, today: string) {
  const promoter = params.get('promoter');
  const promoterId = promoter === null ? ALL_PROMOTERS : readPromoter(promoter);
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isValidDay = (day: string) => day === '' || (isDay(day) && day <= today);
  const sort = readSort(params.get('sort'));
  const show = SHOWN.find(each => each === (params.get('show') ?? SHOWN[0]));
  return {
    filter: {
      promoterId: promoterId ?? ALL_PROMOTERS,
      dateFrom: isValidDay(from) ? from : '',
      dateTo: isValidDay(to) ? to : '',
    },
    sort: sort ?? DEFAULT_SORT,
    /** Those who have brought nothing are shown too. */
    idle: params.get('idle') === '1',
    show: show ?? SHOWN[0],
    /** Something in the address could not be read; the rest holds. */
    hasInvalidParams: [promoterId, sort, show].some(read => read == null) || ![from, to].every(isValidDay),
  };
}

/** The address of that; what is so anyway is not in it. */
export function writeSearchParams({ filter, sort, idle, show }: Omit<StatsQuery, 'hasInvalidParams'>) {
  const params = new URLSearchParams();
  if (filter.promoterId !== ALL_PROMOTERS) params.set('promoter', String(filter.promoterId));
  if (filter.dateFrom !== '') params.set('from', filter.dateFrom);
  if (filter.dateTo !== '') params.set('to', filter.dateTo);
  if (idle) params.set('idle', '1');
  if (show !== SHOWN[0]) params.set('show', show);
  if (sort.id !== DEFAULT_SORT.id || sort.desc) params.set('sort', `${sort.desc ? '-' : ''}${sort.id}`);
  return params;
}

type FilterErrors = Partial<Record<keyof Period, 'notLater' | 'reversed'>>;

/** The refusals of a filter by field; without any it can be asked for. */
export function filterErrors({ dateFrom, dateTo }: Period, today: string): FilterErrors {
  if (dateFrom > today) return { dateFrom: 'notLater', ...(dateTo > today && { dateTo: 'notLater' }) };
  if (dateTo > today) return { dateTo: 'notLater' };
  return dateFrom !== '' && dateTo !== '' && dateFrom > dateTo ? { dateTo: 'reversed' } : {};
}

/** Whether both ask for the same. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return (
    one.promoterId === other.promoterId && one.dateFrom === other.dateFrom && one.dateTo === other.dateTo
  );
}

function readPromoter(text: string): number | null {
  const id = Number(text);
  if (text === String(ALL_PROMOTERS)) return id;
  return /^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0 ? id : null;
}

function readSort(text: string | null): Sort | null {
  if (text === null || text === '') return DEFAULT_SORT;
  const desc = text.startsWith('-');
  const id = SORTABLE.find(column => column === text.slice(desc ? 1 : 0));
  return id ? { id, desc } : null;
}
