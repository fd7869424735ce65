import { paths } from '#domain/paths.ts';
import { ChartBar, ClipboardCheck, UserPlus } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { type Tile, Tiles } from '#ui/tiles.tsx';
import { texts } from './texts.ts';

const TILES: readonly Tile[] = [
  { label: texts.reports, to: paths.moderationReports, icon: <ClipboardCheck size={28} /> },
  { label: texts.statistics, to: paths.moderationStats, icon: <ChartBar size={28} /> },
  { label: texts.addPromoter, to: paths.moderationAdd, icon: <UserPlus size={28} /> },
];

/** Where a moderator chooses what to do. */
export function ModerationScreen() {
  return (
    <>
      <PageTitle>{texts.management}</PageTitle>
      <Tiles items={TILES} />
    </>
  );
}
