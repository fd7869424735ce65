import { paths } from '#domain/paths.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { ChartBar, ClipboardCheck } from '#ui/icons.ts';
import { UserPlus } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { type Tile, Tiles } from '#ui/tiles.tsx';
import { texts } from './texts.ts';

const TILES: readonly Tile[] = [
  { label: texts.reports, to: paths.moderationReports, icon: <ClipboardCheck size={28} /> },
  { label: texts.statistics, to: paths.moderationStats, icon: <ChartBar size={28} /> },
  { label: texts.addPromoter, to: paths.moderationAdd, icon: <UserPlus size={28} /> },
];

/** Where a moderator chooses what to do. Without a network too: each screen shows what it held last. */
export function ModerationScreen() {
  const blockedReason = useBlockedReason();
  return (
    <>
      <PageTitle>{texts.management}</PageTitle>
      <ProblemLine polite unanswered>
        {blockedReason === 'offline' && texts.offline}
      </ProblemLine>
      <Tiles items={TILES} />
    </>
  );
}
