import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Chip, type Tone } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { CircleAlert, Plus, TriangleAlert } from '#ui/icons.ts';
import { Pencil } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './list.module.css';
import type { PolicyRow } from './policy-row.ts';

type PolicyListProps = {
  rows: readonly PolicyRow[];
  chosen: number | null;
  onChoose: (id: number) => void;
  onAdd: () => void;
};

/** Every policy, and the way to a new one. */
export function PolicyList({ rows, chosen, onChoose, onAdd }: PolicyListProps) {
  return (
    <nav className={styles.place} aria-label={texts.list}>
      <Button kind="primary" icon={<Plus size={20} />} onClick={onAdd}>
        {texts.addPolicy}
      </Button>
      {rows.length === 0 && <p className={styles.none}>{texts.none}</p>}
      <ul className={styles.list}>
        {rows.map(row => (
          <li key={row.id}>
            <button
              type="button"
              data-policy={row.id}
              className={classNames(styles.row, row.id === chosen && styles.chosen)}
              aria-current={row.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(row.id)}
            >
              <span className={styles.name}>{row.name || texts.unnamed}</span>
              <span className={styles.facts}>
                <span className={styles.number}>{texts.number(row.id)}</span>
                <RowChip state={row.state} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Look = { tone: Tone; word: string; icon: ReactNode };

const UNSAVED: Look = { tone: 'warn', word: texts.unsaved, icon: <Pencil size={16} /> };

const LOOKS: Readonly<Record<Exclude<PolicyRow['state'], 'saved'>, readonly Look[]>> = {
  unsaved: [UNSAVED],
  new: [{ tone: 'info', word: texts.fresh, icon: <Plus size={16} /> }, UNSAVED],
  overtaken: [UNSAVED, { tone: 'err', word: texts.newerThere, icon: <TriangleAlert size={16} /> }],
  unreadable: [{ tone: 'err', word: texts.unreadable, icon: <CircleAlert size={16} /> }],
};

/** What is to be known of a policy before it is opened. */
export function RowChip({ state }: { state: PolicyRow['state'] }) {
  if (state === 'saved') return null;
  return LOOKS[state].map(({ tone, word, icon }) => (
    <Chip key={word} tone={tone} icon={icon}>
      {word}
    </Chip>
  ));
}
