import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { deleteReport, getReport, listReports, type Report, type ReportSummary } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { success } from '#kit/result.ts';
import { isKnownNotApplied, useAction, useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { type SaveOutcome, useVersionedSave } from '#state/remote/use-versioned-save.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts as shared } from '#ui/texts.ts';
import { notify } from '#ui/toast.tsx';
import { problemText } from './problem-text.ts';
import { totalsOf } from './report/totals.ts';
import styles from './reports.module.css';
import { texts } from './texts.ts';

const COLUMNS: readonly Column<ReportSummary>[] = [
  { id: 'id', title: texts.number, kind: 'code', value: ({ id }) => id },
  { id: 'name', title: texts.name, value: ({ user }) => user.name },
  { id: 'date', title: texts.date, kind: 'date', value: ({ created_at }) => created_at },
  {
    id: 'state',
    title: texts.state,
    value: report => (isOpen(report) ? texts.open : texts.closed),
    cell: report => (isOpen(report) ? <Chip tone="info">{texts.open}</Chip> : <Chip>{texts.closed}</Chip>),
  },
];

const NEWEST_FIRST = { id: 'id', desc: true };

/** A promoter's reports; the open ones stand out and can be deleted. */
export function ReportList({ promoterId, promoterName }: { promoterId: number; promoterName: string }) {
  const remote = useRemote(listReports, { promoterId });
  const blocked = blockedBecause(useBlockedReason());
  const [sort, setSort] = useState(NEWEST_FIRST);
  const [reportToDelete, setReportToDelete] = useState<ReportSummary | null>(null);
  const rowActions = useMemo(
    () => (report: ReportSummary) => (
      <Actions report={report} blocked={blocked} onDelete={setReportToDelete} />
    ),
    [blocked],
  );
  return (
    <RemoteView remote={remote}>
      {({ list: reports }) => (
        <>
          {reports.length > 0 && <Counts reports={reports} />}
          <DataTable
            name="reports"
            caption={texts.listOf(promoterName)}
            rows={reports}
            rowKey={keyOf}
            columns={COLUMNS}
            sort={sort}
            onSort={setSort}
            toneOf={toneOf}
            rowActions={rowActions}
            empty={texts.empty}
            csvName={texts.listOf(promoterName)}
          />
          {reportToDelete && (
            <DeleteReport
              report={reportToDelete}
              onGone={() =>
                remote.change(({ list }) => ({ list: list.filter(({ id }) => id !== reportToDelete.id) }))
              }
              onReload={remote.reload}
              onClose={() => setReportToDelete(null)}
            />
          )}
        </>
      )}
    </RemoteView>
  );
}

const keyOf = ({ id }: ReportSummary) => id;
const isOpen = ({ closed_at }: ReportSummary) => closed_at === null;
const toneOf = (report: ReportSummary) => (isOpen(report) ? 'primary' : undefined);

function Counts({ reports }: { reports: readonly ReportSummary[] }) {
  const open = reports.filter(isOpen).length;
  return <p className={styles.hint}>{texts.counts(open, reports.length - open)}</p>;
}

type ActionsProps = {
  report: ReportSummary;
  blocked: string | undefined;
  onDelete: (report: ReportSummary) => void;
};

function Actions({ report, blocked, onDelete }: ActionsProps) {
  const { id } = report;
  const label = texts.edit(id);
  const to = pathTo(paths.moderationReport, { id });
  return (
    <div className={styles.icons}>
      <Link className={buttonClass('quiet')} to={to} aria-label={label} title={label}>
        <Pencil size={20} />
      </Link>
      {isOpen(report) && (
        <IconButton
          label={texts.remove(id)}
          icon={<Trash2 size={20} />}
          disabled={blocked !== undefined}
          onClick={() => onDelete(report)}
        />
      )}
    </div>
  );
}

type DeleteReportProps = {
  report: ReportSummary;
  /** It is not there any more. */
  onGone: () => void;
  onReload: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a report is deleted, and says what stands in it. What was refused stays in the question. */
function DeleteReport({ report, onGone, onReload, onClose }: DeleteReportProps) {
  const { id } = report;
  const content = useRemote(getReport, { id });
  const blocked = blockedBecause(useBlockedReason());
  const [problem, setProblem] = useState('');
  const { state, save } = useDeletion(id, content.value?.version, settle);

  function settle(outcome: Outcome): void {
    if (outcome.is === 'saved') {
      const [type, message] = outcome.isOthers
        ? (['info', texts.removedAlready] as const)
        : (['success', texts.removed] as const);
      notify({ type, title: texts.reportOf(id), message });
      onGone();
      onClose();
      return;
    }
    if (outcome.is === 'unknown') {
      setProblem(texts.removeUnknown(whyUnknown(outcome.problem)));
      return;
    }
    const { problem: why } = outcome;
    notify({ type: 'error', title: shared.error, message: texts.removeFailed });
    setProblem(isKnownNotApplied(why) ? problemText(why) : texts.notChanged(whyUnknown(why)));
    void Promise.all([onReload(), content.reload()]);
  }

  const handleConfirm = async () => {
    setProblem('');
    settle(await save(null));
  };
  const totals = content.value && totalsOf(content.value.promo_requests);
  return (
    <ConfirmDialog
      open
      title={texts.askRemove(id)}
      confirmLabel={texts.removeLabel}
      kind="danger"
      busy={state.step === 'sending' || state.step === 'checking'}
      problem={problem || blocked}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {totals && <p>{texts.removeFacts(totals.count, formatMoney(totals.toPromoter))}</p>}
      <p>{texts.removeWhy}</p>
    </ConfirmDialog>
  );
}

/** null: there is no such report any more. */
type Outcome = SaveOutcome<null, Report | null>;

function useDeletion(id: number, version: number | undefined, onChecked: (outcome: Outcome) => void) {
  const remove = useAction(deleteReport);
  const read = useAction(getReport);
  return useVersionedSave<null, Report | null>(
    {
      async send() {
        const answer = await remove({ report_id: id }, { version });
        return answer.ok ? success(null) : answer;
      },
      async read() {
        const answer = await read({ id });
        return answer.ok || answer.problem.status !== 404 ? answer : success(null);
      },
      isSaved: stored => stored === null,
      isBase: stored => stored?.version === version,
      isUnclear: ({ status }) => status === 404,
    },
    onChecked,
  );
}
