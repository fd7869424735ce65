import { useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { CircleAlert, Clock, SearchCheck } from '#ui/icons.ts';
import { Check, Pencil, Trash2 } from '#ui/icons-of-screens.ts';
import { Spinner } from '#ui/spinner.tsx';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { mayChange, type Row } from './batch-rows.ts';
import { EditRow } from './edit-row.tsx';
import type { Batch } from './use-batch.ts';

const words = texts.batch;

/** The rows of the list, each with its state, to be corrected or taken out. */
export function BatchRows({ batch }: { batch: Batch }) {
  const { rows, remarks } = batch;
  const [edited, setEdited] = useState<string | null>(null);
  const editing = rows.find(row => row.key === edited && mayChange(row));
  return (
    <>
      <ol className={styles.rows} aria-label={words.caption}>
        {rows.map(row => (
          <li key={row.key} className={styles.row}>
            <RowWords row={row} remark={remarks.get(row.key) ?? ''} />
            {mayChange(row) && (
              <Actions row={row} onEdit={() => setEdited(row.key)} onRemove={() => batch.remove(row.key)} />
            )}
          </li>
        ))}
      </ol>
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

function RowWords({ row, remark }: { row: Row; remark: string }) {
  const { line, name, email, isInvented } = row;
  return (
    <>
      <span className={styles.line}>{line}</span>
      <span className={styles.who}>
        <span className={styles.name}>{name || words.unnamed}</span>
        <span className={styles.email}>{email}</span>
        <span className={styles.email}>{isInvented ? words.passwordInvented : words.passwordGiven}</span>
      </span>
      <State look={remark === '' ? row.state : 'wrong'} why={remark || row.reason} />
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

function State({ look, why }: { look: Appearance; why: string }) {
  const Icon = ICONS[look];
  return (
    <span className={styles.state}>
      <Chip tone={TONES[look]} icon={<Icon size={16} />}>
        {words.states[look]}
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
