import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import type { Problem } from '#api/problem.ts';
import { listPromoters, type Promoter } from '#contract/moderation.ts';
import { listReports, type ReportsPage } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { TreePicker } from '#ui/picker/tree-picker.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { RemoteFailure, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { useListQuery } from '#ui/table/list-address.ts';
import { texts as shared } from '#ui/texts.ts';
import { mustLeave, ToForbidden } from '#ui/to-forbidden.tsx';
import { notify } from '#ui/toast.tsx';
import { describeIssue } from '#validation/messages.ts';
import { required } from '#validation/rules/required.ts';
import { FoundReports, useFoundReports } from './found-reports.tsx';
import { ReportList } from './report-list.tsx';
import styles from './reports.module.css';
import { readQuery } from './reports-query.ts';
import { texts } from './texts.ts';
import { useCreateReport } from './use-create-report.ts';

/** A promoter is chosen, or nobody; their reports are shown, made and deleted. */
export function ReportsScreen() {
  const { query, change } = useListQuery(readQuery);
  const promoters = useRemote(listPromoters, {});
  const shown = query.promoter;
  // Another address is another beginning.
  const [choice, setChoice] = useChoice(shown);
  const found = useFoundReports(query);
  const choose = (id: number | null) => {
    // Nobody is everybody; somebody is shown when they are asked for.
    if (id === null && shown !== null) change({ promoter: null });
    else setChoice(id);
  };
  if (promoters.problem && mustLeave(promoters.problem))
    return <ToForbidden status={promoters.problem.status} />;
  const name = promoters.value?.list.find(({ id }) => id === shown)?.name ?? '';
  const caption = shown === null ? texts.allReports : texts.listOf(name);
  return (
    <div className={styles.screen}>
      <PageTitle>{texts.reports}</PageTitle>
      <PromoterChoice
        promoters={promoters}
        choice={choice}
        shown={shown}
        found={found}
        onChoose={choose}
        onShow={id => id !== shown && change({ promoter: id })}
      />
      {choice === shown ? (
        <RemoteView
          remote={found}
          refused={
            found.problem && (
              <Refused remote={found} problem={found.problem} shown={shown} caption={caption} />
            )
          }
          freshElsewhere
        >
          {page => (
            <FoundReports page={page} remote={found} query={query} onChange={change} caption={caption} />
          )}
        </RemoteView>
      ) : (
        <p className={styles.hint}>{texts.pressShow}</p>
      )}
    </div>
  );
}

type RefusedProps = {
  remote: Remote<ReportsPage>;
  problem: Problem;
  shown: number | null;
  caption: string;
};

/** The specification's way, where a backend does not know the call of ours or its policies do not allow it. */
function Refused({ remote, problem, shown, caption }: RefusedProps) {
  if (Object.hasOwn(problem.fields, 'promoterId'))
    return (
      <ErrorState title={texts.noSuchPromoter} busy={remote.busy} onRetry={() => void remote.reload()}>
        {texts.noSuchPromoterWhy}
      </ErrorState>
    );
  if (!isSpecificationsWay(problem)) return <RemoteFailure remote={remote} problem={problem} />;
  return shown === null ? null : <ReportList key={shown} promoterId={shown} caption={caption} />;
}

function isSpecificationsWay(problem: Problem | null): boolean {
  return problem?.kind === 'refused' && (problem.status === 404 || problem.status === 403);
}

/** What stands in the field: what was chosen since the address was last another one, else what the address says. */
function useChoice(shown: number | null) {
  const [chosen, setChosen] = useState<{ since: number | null; id: number | null } | null>(null);
  const choice = chosen?.since === shown && chosen !== null ? chosen.id : shown;
  return [choice, (id: number | null) => setChosen({ since: shown, id })] as const;
}

type PromoterChoiceProps = {
  promoters: Remote<{ list: Promoter[] }>;
  choice: number | null;
  onChoose: (id: number | null) => void;
  /** Whose reports are shown now. */
  shown: number | null;
  found: Remote<ReportsPage>;
  onShow: (id: number) => void;
};

const NOBODY: readonly Promoter[] = [];

const PromoterId = v.pipe(v.nullable(v.number()), required());

/** The field of the promoter and the two buttons; both need a choice. */
function PromoterChoice({ promoters, choice, onChoose, shown, found, onShow }: PromoterChoiceProps) {
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const blocked = blockedBecause(useBlockedReason());
  const navigate = useNavigate();
  const isListed = shown !== null && isSpecificationsWay(found.problem);
  const list = useRemote(listReports, isListed ? { promoterId: shown } : null);
  const creating = useCreateReport({
    onMade(id) {
      notify({ type: 'success', title: texts.reportOf(id), message: texts.created });
      return navigate(pathTo(paths.moderationReport, { id }));
    },
    async onNotMade(promoterId, reports) {
      if (promoterId !== shown) onShow(promoterId);
      else if (!isListed) await found.reload();
      else if (reports && list.value) list.change(() => ({ list: reports }));
      else await list.reload();
    },
  });
  const issue = isRefused && v.safeParse(PromoterId, choice).issues?.[0];
  const withChoice = (action: (id: number) => void) => {
    setRefused(choice === null);
    if (choice !== null) action(choice);
    else field.current?.focus();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    withChoice(onShow);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate aria-label={texts.reports}>
      <TreePicker
        ref={field}
        name="promoter"
        label={texts.promoter}
        required
        options={promoters.value?.list ?? NOBODY}
        busy={promoters.busy && promoters.value === undefined}
        failure={promoters.problem && describeFailure(promoters.problem, texts.promotersFailed)}
        onRetry={() => void promoters.reload()}
        value={choice}
        error={issue ? describeIssue(issue, { label: texts.promoter }) : undefined}
        onChange={id => onChoose(id === null ? null : Number(id))}
      />
      <div className={styles.actions}>
        <Button type="submit">{texts.show}</Button>
        <Button
          kind="primary"
          busy={creating.busy}
          disabled={blocked !== undefined}
          onClick={() => withChoice(id => void creating.create(id))}
        >
          {texts.create}
        </Button>
        {blocked && <p className={styles.hint}>{blocked}</p>}
      </div>
      <ProblemLine onRetry={creating.check} retryLabel={shared.check}>
        {creating.problem}
      </ProblemLine>
    </form>
  );
}
