import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { CallBacks } from '#features/contacts/index.ts';
import { formatDate } from '#kit/date.ts';
import { useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { useSyncSummary } from '#state/sync.ts';
import { LinkButton } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { Clock } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { Panel } from '#ui/panel.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { readDrafts } from './offline/kept-drafts.ts';
import { PercentPlace } from './percent-place.tsx';
import styles from './promo-home.module.css';
import { promoTiles } from './promo-tiles.tsx';
import { ReadinessPanel } from './readiness-panel.tsx';
import { texts } from './texts.ts';

/** Where a promoter begins: the two lists, what still waits, and whether one may walk away from the network. */
export function PromoHomeScreen() {
  const { user } = useSession();
  const { total, reachable } = useSyncSummary();
  return (
    <div className={styles.page}>
      <PageTitle>{texts.title}</PageTitle>
      <Tiles items={promoTiles(user?.can ?? {}, reachable)} />
      {total > 0 && (
        <LinkButton to={paths.outbox} wide icon={<Clock size={20} />}>
          {texts.unsent(total)}
        </LinkButton>
      )}
      <CallBacks />
      <Drafts />
      <MoneyStrip />
      <ReadinessPanel />
    </div>
  );
}

function Drafts() {
  const drafts = useLocal(readDrafts, []);
  if (!drafts || drafts.length === 0) return null;
  return (
    <Panel className={styles.panel} aria-label={texts.drafts}>
      <h2>{texts.drafts}</h2>
      <ul className={styles.drafts}>
        {drafts.map(draft => (
          <li key={draft.key}>
            <Link to={draft.to} className={styles.draft}>
              <StateChip state="draft" text={texts.draftOf(draft.form)} />
              <span className={styles.when}>{formatDate(draft.savedAt, true)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const PercentPanel = lazy(() =>
  import('./percent-panel.tsx').then(module => ({ default: module.PercentPanel })),
);

/** What changed and what is earned. It reads every request that is here, so it comes after the first paint. */
function MoneyStrip() {
  return (
    <Suspense fallback={<PercentPlace />}>
      <PercentPanel />
    </Suspense>
  );
}
