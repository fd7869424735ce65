import { formatShortDate, toWallClock, type WallClock } from '#kit/date.ts';
import { useDevice } from '#state/device-context.ts';
import type { Column } from '#ui/table/column.ts';
import { texts } from './texts.ts';

/** What can tell when it was last used: null never, undefined where the backend does not know. */
type Used = { last_used_at?: WallClock | null | undefined };

/** Whether the backend tells of use at all; our server does so of every row. */
export function tellsUse(rows: readonly Used[] | undefined): boolean {
  return rows?.some(each => each.last_used_at !== undefined) ?? false;
}

/** When each was last used. It is noted to the hour, so the day is told. */
export function lastUseColumn<Row extends Used>(title: string, now: WallClock): Column<Row> {
  return {
    id: 'used',
    title,
    value: row => row.last_used_at,
    kind: 'date',
    cell: ({ last_used_at }) => (last_used_at ? formatShortDate(last_used_at, now) : texts.neverUsed),
  };
}

/** What the firm's clock shows when this is drawn, to the minute: it is the same while nothing else would change. */
export function useNow(): WallClock {
  const { now, config } = useDevice();
  return `${toWallClock(now(), config.zone).slice(0, 16)}:00`;
}
