import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { listReports, type ReportSummary } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { DeleteReport } from './delete-report.tsx';
import styles from './reports.module.css';
import { texts } from './texts.ts';

/** What the specification tells of each report. */
export const COLUMNS: readonly Column<ReportSummary>[] = [
  {
    id: 'id',
    title: texts.number,
    kind: 'code',
    value: ({ id }) => id,
    cell: ({ id }) => (
      <Link className={styles.number} to={pathTo(paths.moderationReport, { id })} data-report={id}>
        {id}
      </Link>
    ),
  },
  { id: 'name', title: texts.name, value: ({ user }) => user.name },
  { id: 'date', title: texts.date, kind: 'date', value: ({ created_at }) => created_at },
  {
    id: 'state',
    title: texts.state,
    value: stateWord,
    cell: report => <Chip tone={isOpen(report) ? 'info' : 'neutral'}>{stateWord(report)}</Chip>,
  },
];

const NEWEST_FIRST = { id: 'id', desc: true };

/** A promoter's reports as every backend has them; the open ones stand out and can be deleted. */
export function ReportList({ promoterId, promoterName }: { promoterId: number; promoterName: string }) {
  const remote = useRemote(listReports, { promoterId });
  const [sort, setSort] = useState(NEWEST_FIRST);
  const { reportToDelete, setReportToDelete, rowActions } = useReportActions();
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

/** The ends of the rows: opening, and deleting after a question. */
export function useReportActions() {
  const blocked = blockedBecause(useBlockedReason());
  const [reportToDelete, setReportToDelete] = useState<ReportSummary | null>(null);
  const rowActions = useMemo(
    () => (report: ReportSummary) => (
      <Actions report={report} blocked={blocked} onDelete={setReportToDelete} />
    ),
    [blocked],
  );
  return { reportToDelete, setReportToDelete, rowActions };
}

export const keyOf = ({ id }: ReportSummary) => id;
const isOpen = ({ closed_at }: ReportSummary) => closed_at === null;
export const toneOf = (report: ReportSummary) => (isOpen(report) ? 'primary' : undefined);

function stateWord(report: ReportSummary): string {
  if (isOpen(report)) return texts.open;
  return report.returned_at ? texts.returned : texts.closed;
}

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
