import { lazy, Suspense, useContext, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { classNames } from '#ui/class-names.ts';
import { ActionsPlace } from '#ui/form/actions-place.ts';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './add-screen.module.css';
import { AccountList } from './cards/account-cards.tsx';
import { PrintSheet } from './cards/print-sheet.tsx';
import { useNewAccounts } from './cards/use-new-accounts.ts';
import { SinglePromoter } from './single-promoter.tsx';
import { texts } from './texts.ts';

const BatchPanel = lazy(() =>
  import('./batch/batch-panel.tsx').then(module => ({ default: module.BatchPanel })),
);

const MODES = [
  { value: 'one', label: texts.singleMode },
  { value: 'many', label: texts.batchMode },
] as const;

/** Adds promoters: one by a form, or many by pasted rows (`?batch`). */
export function AddPromoterScreen() {
  const [query, setQuery] = useSearchParams();
  const isBatch = query.has('batch');
  const [hasOpenedBatch, setHasOpenedBatch] = useState(isBatch);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const cards = useNewAccounts();
  const actionsPlace = useContext(ActionsPlace);
  const handleMode = (mode: 'one' | 'many') => {
    if (mode === 'many') setHasOpenedBatch(true);
    setQuery(mode === 'many' ? { batch: '' } : {}, { replace: true });
  };
  const others = isBatch ? cards.all : cards.all.filter(({ key }) => key !== shownKey);
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={classNames(cards.printing !== null && 'no-print')}>
        <div className={styles.screen}>
          <div className={styles.modes}>
            <SegmentedFilter
              label={texts.modeLabel}
              value={isBatch ? 'many' : 'one'}
              options={MODES}
              onChange={handleMode}
            />
          </div>
          {/* Both stay: what is typed in one is not lost by a look at the other. */}
          <div hidden={isBatch}>
            {/* Below the page the button would be seen beside the list. */}
            <ActionsPlace value={isBatch ? null : actionsPlace}>
              <SinglePromoter cards={cards} shownKey={shownKey} onShow={setShownKey} />
            </ActionsPlace>
          </div>
          {(isBatch || hasOpenedBatch) && (
            <div hidden={!isBatch}>
              <Suspense fallback={<Skeleton />}>
                <BatchPanel cards={cards} />
              </Suspense>
            </div>
          )}
          <AccountList cards={others} markSeen={cards.markSeen} print={cards.print} />
        </div>
      </div>
      {cards.printing && <PrintSheet cards={cards.printing} />}
    </>
  );
}
