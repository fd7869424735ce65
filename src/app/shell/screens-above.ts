import { paths } from '#domain/paths.ts';
import { matchingRows, screenPath } from '../match-route.ts';
import { screens } from '../routes.tsx';

export type ScreenAbove = { title: string; to: string };

/** Screens whose address does not begin with that of the screen above. Here and not in the table: a phone does without. */
const BELOW: Readonly<Record<string, string>> = {
  [paths.request]: paths.orders,
  [paths.moderationReport]: paths.moderationReports,
  [paths.moderationRequest]: paths.moderationReports,
};

/** The screens above an address, outermost first, within the part of the product that it belongs to. */
export function screensAbove(pathname: string): ScreenAbove[] {
  const rows = matchingRows(screens, screenPath(pathname));
  const below = BELOW[rows.at(-1)?.path ?? ''];
  const above = below === undefined ? rows.slice(0, -1) : matchingRows(screens, below);
  // The promoter's home is above the moderators' screens by its address alone.
  return above
    .filter(({ path }) => path !== paths.promo)
    .map(({ title, path }) => ({ title, to: path.replace(/\/:\w+\?$/, '') }));
}
