import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listPromoters, type Promoter } from '#contract/moderation.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { PromoterChoice } from './promoter-choice.tsx';
import { ReportList } from './report-list.tsx';
import styles from './reports.module.css';
import { texts } from './texts.ts';

/** The promoter whose reports are shown stands in the address, so that links and the way back work. */
const PROMOTER_PARAM = 'promoter';

/** A promoter is chosen; their reports are shown, made and deleted. */
export function ReportsScreen() {
  const [search, setSearch] = useSearchParams();
  const promoters = useRemote(listPromoters, {});
  const shown = readId(search.get(PROMOTER_PARAM));
  // Another address is another beginning.
  const [choice, setChoice] = useChoice(shown);
  const show = useCallback(
    (id: number) => {
      if (id !== shown) setSearch({ [PROMOTER_PARAM]: String(id) });
    },
    [shown, setSearch],
  );
  if (promoters.problem?.kind === 'refused') return <ToForbidden status={promoters.problem.status} />;
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.reports}</PageTitle>
      <PromoterChoice
        promoters={promoters}
        choice={choice}
        shown={shown}
        onChoose={setChoice}
        onShow={show}
      />
      {choice !== null && choice !== shown && <p className={styles.hint}>{texts.pressShow}</p>}
      {shown !== null && choice === shown && (
        <ReportList key={shown} promoterId={shown} promoterName={nameOf(promoters.value, shown)} />
      )}
    </div>
  );
}

function nameOf(promoters: { list: readonly Promoter[] } | undefined, id: number): string {
  return promoters?.list.find(promoter => promoter.id === id)?.name ?? '';
}

function readId(text: string | null): number | null {
  const id = Number(text ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** What stands in the field: what was chosen since the address was last another one, else what the address says. */
function useChoice(shown: number | null) {
  const [chosen, setChosen] = useState<{ since: number | null; id: number | null } | null>(null);
  const choice = chosen?.since === shown && chosen !== null ? chosen.id : shown;
  return [choice, (id: number | null) => setChosen({ since: shown, id })] as const;
}
