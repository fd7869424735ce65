import { createStore } from 'jotai';
import { afterEach, expect, it, vi } from 'vitest';
import { storeVisits, visitsAtom } from './visits.ts';

const room = new Map<string, string>();

/** The page as it was opened: anew, or brought back. */
function openPage(type: string): Map<string, number> {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => room.get(key) ?? null,
    setItem: (key: string, value: string) => room.set(key, value),
  });
  return createStore().get(visitsAtom);
}

afterEach(() => room.clear());

it.each([
  ['reload', 320],
  ['back_forward', 320],
  ['navigate', undefined],
])('a page that is opened by «%s» finds the places of before: %s', (type, found) => {
  storeVisits(openPage('navigate').set('k1', 320));
  expect(openPage(type).get('k1')).toBe(found);
});

it('keeps the newest hundred', () => {
  const visits = openPage('navigate');
  for (let at = 0; at < 120; at += 1) visits.set(`k${at}`, at);
  storeVisits(visits);
  expect([...openPage('reload').keys()].at(0)).toBe('k20');
});
