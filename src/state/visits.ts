import { atom } from 'jotai';

/** [S30] Numbers alone, nothing about a person; gone with the tab. */
const STORED = 'application.visits';

/**
 * What belongs to one visit of a screen, e.g. how far its list was read, by the key of the browser's history and a name:
 * «back» finds it again, and so does a page that the phone has thrown away and brings back.
 */
export const visitsAtom = atom(loadVisits);

function loadVisits(): Map<string, number> {
  const [{ type } = { type: '' }] = performance.getEntriesByType(
    'navigation',
  ) as PerformanceNavigationTiming[];
  // A page that is opened anew begins with keys that have been there before.
  const stored = type === 'navigate' ? null : sessionStorage.getItem(STORED);
  return new Map(JSON.parse(stored ?? '[]'));
}

/** So many places are kept; «back» seldom leads further. */
const KEPT = 100;

export function storeVisits(visits: ReadonlyMap<string, number>): void {
  sessionStorage.setItem(STORED, JSON.stringify([...visits].slice(-KEPT)));
}
