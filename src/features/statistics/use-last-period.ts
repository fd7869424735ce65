import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Period, periodOf } from '#domain/period.ts';
import { useRemembered } from '#ui/remembered.ts';
import { DEFAULT_SORT, NO_FILTER, SHOWN, writeSearchParams } from './filter.ts';
import { isDay, PRESETS, type Preset } from './period.ts';

/** By name where it has one: tomorrow «этот месяц» has a day more. */
export type LastPeriod = Preset | Period;

/**
 * The period that was chosen last on this device. `entry` is the address to go to instead of one that asks for nothing; who
 * goes back to such an address later stays there.
 */
export function useLastPeriod(today: string) {
  const [params] = useSearchParams();
  const [last, remember] = useRemembered<LastPeriod>('statistics.period', parsePeriod, 'always');
  const [entry] = useState(() => (params.size === 0 && last !== 'always' ? addressOf(last, today) : null));
  const [isEntered, setEntered] = useState(entry === null);
  if (!isEntered && params.size > 0) setEntered(true);
  return { entry: isEntered ? null : entry, remember };
}

function addressOf(last: LastPeriod, today: string): string | null {
  const period = typeof last === 'string' ? periodOf(last, today) : last;
  if (period.dateFrom > today || period.dateTo > today) return null;
  const filter = { ...NO_FILTER, ...period };
  const params = writeSearchParams({ filter, sort: DEFAULT_SORT, idle: false, show: SHOWN[0] });
  return params.size > 0 ? `?${params}` : null;
}

function parsePeriod(kept: unknown): LastPeriod | undefined {
  const preset = PRESETS.find(each => each === kept);
  if (preset) return preset;
  const { dateFrom, dateTo } = Object(kept) as Partial<Record<keyof Period, unknown>>; // each part is looked at below
  const isPart = (day: unknown): day is string => day === '' || (typeof day === 'string' && isDay(day));
  return isPart(dateFrom) && isPart(dateTo) ? { dateFrom, dateTo } : undefined;
}
