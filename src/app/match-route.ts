import { matchPath } from 'react-router-dom';
import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import { WIDE } from '#ui/use-media.ts';

export type Guarded = { path: string; needs?: Requirement };

/** The rows that an address passes through, outermost first: /promo, /promo/moderation, /promo/moderation/stats. */
export function matchingRows<Row extends Guarded>(rows: readonly Row[], pathname: string): Row[] {
  return rows
    .filter(row => matchPath({ path: row.path, end: false }, pathname))
    .sort((one, other) => depthOf(one) - depthOf(other));
}

/** The requirement of the nearest matching row that declares one; undefined when none does. */
export function nearestRequirement(matches: readonly Guarded[]): Requirement | undefined {
  return matches.findLast(match => match.needs !== undefined)?.needs;
}

function depthOf({ path }: Guarded): number {
  return path.split('/').length;
}

/**
 * The address without the page number of a warehouse list, and where there is room for both without the contact beside
 * the list: neither leads to another screen.
 */
export function screenPath(pathname: string): string {
  const path = pathname.replace(/^(\/warehouse\/\w+)\/[^/]*\/?$/, '$1');
  const isBesideList = globalThis.matchMedia?.(WIDE).matches && matchPath(paths.contactCard, path);
  return isBesideList ? paths.contacts : path;
}
