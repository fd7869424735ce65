import { useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { CircleAlert, Clock, SearchCheck } from '#ui/icons.ts';
import { Check, Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { Spinner } from '#ui/spinner.tsx';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { canEdit, type Row } from './batch-rows.ts';
import { EditRow } from './edit-row.tsx';
import type { Batch } from './use-batch.ts';

const words = texts.batch;

/** The rows of the list, each with its state, to be corrected or taken out. */
export function BatchRowsView({ batch }: { batch: Batch }) {
  const { rows, rowProblems } = batch;
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const editedRow = rows.find(row => row.key === editedKey && canEdit(row));
  return (
    <>
      <ol className={styles.rows} aria-label={words.caption}>
        {rows.map(row => (
          <li key={row.key} className={styles.row}>
            <RowDetails row={row} rowProblem={rowProblems.get(row.key) ?? ''} />
            {canEdit(row) && (
              <Actions
                row={row}
                onEdit={() => setEditedKey(row.key)}
                onRemove={() => batch.remove(row.key)}
              />
            )}
          </li>
        ))}
      </ol>
      {editedRow && (
        <EditRow
          row={editedRow}
          onClose={() => setEditedKey(null)}
          onEdited={account => {
            batch.edit(editedRow.key, account);
            setEditedKey(null);
          }}
        />
      )}
    </>
  );
}

function RowDetails({ row, rowProblem }: { row: Row; rowProblem: string }) {
  const { line, name, email, isGenerated } = row;
  return (
    <>
      <span className={styles.line}>{line}</span>
      <span className={styles.who}>
        <span className={styles.name}>{name || words.unnamed}</span>
        <span className={styles.email}>{email}</span>
        <span className={styles.email}>{isGenerated ? words.passwordGenerated : words.passwordGiven}</span>
      </span>
      <RowStateChip appearance={rowProblem === '' ? row.state : 'wrong'} why={rowProblem || row.reason} />
    </>
  );
}

type Appearance = keyof typeof words.states;

const TONES: Record<Appearance, Tone> = {
  waits: 'neutral',
  sending: 'info',
  done: 'ok',
  failed: 'err',
  unknown: 'warn',
  wrong: 'err',
};

const ICONS: Record<Appearance, typeof Clock | typeof Spinner> = {
  waits: Clock,
  sending: Spinner,
  done: Check,
  failed: CircleAlert,
  unknown: SearchCheck,
  wrong: CircleAlert,
};

function RowStateChip({ appearance, why }: { appearance: Appearance; why: string }) {
  const Icon = ICONS[appearance];
  return (
    <span className={styles.state}>
      <Chip tone={TONES[appearance]} icon={<Icon size={16} />}>
        {words.states[appearance]}
      </Chip>
      {why !== '' && <span className={styles.why}>{why}</span>}
    </span>
  );
}

type ActionsProps = { row: Row; onEdit: () => void; onRemove: () => void };

function Actions({ row, onEdit, onRemove }: ActionsProps) {
  const name = row.name || words.editTitle(row.line);
  return (
    <span className={styles.actions}>
      <IconButton label={words.edit(name)} icon={<Pencil size={20} />} onClick={onEdit} />
      <IconButton label={words.remove(name)} icon={<Trash2 size={20} />} onClick={onRemove} />
    </span>
  );
}
