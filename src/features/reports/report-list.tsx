import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { listReports, type ReportSummary } from '#contract/reports.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useRemote } from '#state/remote/use-remote.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable, type DataTableProps } from '#ui/table/data-table.tsx';
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

/** A promoter's reports as every backend has them. */
export function ReportList({ promoterId, caption }: { promoterId: number; caption: string }) {
  const remote = useRemote(listReports, { promoterId });
  const [sort, setSort] = useState(NEWEST_FIRST);
  return (
    <RemoteView remote={remote}>
      {({ list }) => (
        <>
          {list.length > 0 && <Counts reports={list} />}
          <ReportTable
            name="reports"
            caption={caption}
            remote={remote}
            rows={list}
            columns={COLUMNS}
            sort={sort}
            onSort={setSort}
            empty={texts.empty}
          />
        </>
      )}
    </RemoteView>
  );
}

type ReportTableProps<Row extends ReportSummary> = Omit<DataTableProps<Row>, 'rowKey'> & {
  remote: Remote<{ list: Row[] }>;
};

/** Reports; the open ones stand out and can be deleted. */
export function ReportTable<Row extends ReportSummary>({ remote, ...table }: ReportTableProps<Row>) {
  const blocked = blockedBecause(useBlockedReason());
  const [asked, setAsked] = useState<ReportSummary | null>(null);
  const rowActions = useMemo(
    () => (report: Row) => <Actions report={report} blocked={blocked} onDelete={setAsked} />,
    [blocked],
  );
  return (
    <>
      <DataTable {...table} csvName={table.caption} rowKey={keyOf} toneOf={toneOf} rowActions={rowActions} />
      {asked && (
        <DeleteReport
          report={asked}
          onGone={() => {
            remote.change(held => ({ ...held, list: held.list.filter(({ id }) => id !== asked.id) }));
            void remote.reload();
          }}
          onReload={remote.reload}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const keyOf = ({ id }: ReportSummary) => id;
const isOpen = ({ closed_at }: ReportSummary) => closed_at === null;
const toneOf = (report: ReportSummary) => (isOpen(report) ? 'primary' : undefined);

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
