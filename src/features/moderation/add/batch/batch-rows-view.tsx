import { useCallback, useMemo, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { CircleAlert, Clock, SearchCheck } from '#ui/icons.ts';
import { Check, Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { Column, RowTone } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { mayChange, type Row } from './batch-rows.ts';
import { EditRow } from './edit-row.tsx';
import type { Batch } from './use-batch.ts';

const words = texts.batch;

/** A row with what stands against sending it; '' for nothing. */
type Shown = Row & { remark: string };

/** The rows of the list, each with its state, to be corrected or taken out. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { rows, remarks, remove } = batch;
  const [edited, setEdited] = useState<string | null>(null);
  const shown = useMemo(
    () => rows.map(row => ({ ...row, remark: remarks.get(row.key) ?? '' })),
    [rows, remarks],
  );
  const removeRow = useCallback((key: string) => remove(key), [remove]);
  const actions = useCallback(
    (row: Shown) => mayChange(row) && <Actions row={row} onEdit={setEdited} onRemove={removeRow} />,
    [removeRow],
  );
  const editing = rows.find(row => row.key === edited && mayChange(row));
  return (
    <>
      <DataTable
        name="promoters-to-add"
        caption={words.caption}
        rows={shown}
        rowKey={keyOf}
        columns={COLUMNS}
        toneOf={toneOf}
        rowActions={actions}
      />
      {editing && (
        <EditRow
          row={editing}
          onClose={() => setEdited(null)}
          onCorrected={account => {
            batch.correct(editing.key, account);
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Shown>[] = [
  { id: 'name', title: texts.name, value: row => row.name || words.unnamed },
  { id: 'id', title: words.line, value: row => row.line, kind: 'code' },
  { id: 'email', title: texts.email, value: row => row.email },
  {
    id: 'password',
    title: texts.password,
    value: row => (row.isInvented ? words.passwordInvented : words.passwordGiven),
  },
  { id: 'state', title: words.state, value: stateWords, cell: row => <StateCell row={row} /> },
];

function keyOf(row: Shown): string {
  return row.key;
}

function lookOf({ state, remark }: Shown): keyof typeof words.states {
  return remark === '' ? state : 'wrong';
}

function stateWords(row: Shown): string {
  return words.states[lookOf(row)];
}

const TONES: Record<keyof typeof words.states, Tone> = {
  ...{ waits: 'neutral', sending: 'info', done: 'ok' },
  ...{ failed: 'err', unknown: 'warn', wrong: 'err' },
};

const ICONS: Record<keyof typeof words.states, typeof Clock | typeof Spinner> = {
  ...{ waits: Clock, sending: Spinner, done: Check },
  ...{ failed: CircleAlert, unknown: SearchCheck, wrong: CircleAlert },
};

function toneOf(row: Shown): RowTone | undefined {
  const tone = TONES[lookOf(row)];
  return tone === 'err' || tone === 'warn' ? tone : undefined;
}

function StateCell({ row }: { row: Shown }) {
  const look = lookOf(row);
  const Icon = ICONS[look];
  const why = row.remark || row.reason;
  return (
    <span className={styles.state}>
      <Chip tone={TONES[look]} icon={<Icon size={16} />}>
        {words.states[look]}
      </Chip>
      {why !== '' && <span className={styles.why}>{why}</span>}
    </span>
  );
}

type ActionsProps = { row: Shown; onEdit: (key: string) => void; onRemove: (key: string) => void };

function Actions({ row, onEdit, onRemove }: ActionsProps) {
  const name = row.name || `${words.line} ${row.line}`;
  return (
    <span className={styles.rowActions}>
      <IconButton label={words.edit(name)} icon={<Pencil size={20} />} onClick={() => onEdit(row.key)} />
      <IconButton label={words.remove(name)} icon={<Trash2 size={20} />} onClick={() => onRemove(row.key)} />
    </span>
  );
}
