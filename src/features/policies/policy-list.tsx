import type { ComponentProps } from 'react';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { CircleAlert, Plus, TriangleAlert } from '#ui/icons.ts';
import { Pencil } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import {
  isOutdated,
  isUnsaved,
  type Listed,
  type PolicyDraft,
  type PolicyDrafts,
  type Stored,
  type Unreadable,
} from './policy-drafts.ts';
import styles from './policy-list.module.css';
import { texts } from './texts.ts';

export type PolicyRow = {
  readonly id: number;
  readonly name: string;
  readonly state: 'saved' | 'unsaved' | 'new' | 'overtaken' | 'unreadable';
};

/** Every policy of the server's and of this screen's, by id. */
export function rowsOf({ stored, unreadable }: Listed, drafts: PolicyDrafts): readonly PolicyRow[] {
  const rows = new Map<number, PolicyRow>();
  for (const { id, name } of unreadable) rows.set(id, { id, name, state: 'unreadable' });
  for (const [id, { policy }] of stored) rows.set(id, { id, name: policy.name, state: 'saved' });
  for (const [id, draft] of drafts) {
    const { name } = draft.history.present;
    rows.set(id, { id, name, state: stateOf(draft, stored.get(id)) });
  }
  return [...rows.values()].sort((one, other) => one.id - other.id);
}

function stateOf(draft: PolicyDraft, stored: Stored | undefined): PolicyRow['state'] {
  if (!isUnsaved(draft)) return 'saved';
  if (isOutdated(draft, stored)) return 'overtaken';
  return draft.base === null ? 'new' : 'unsaved';
}

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
      {/* Beside an open policy its save is the one blue button. */}
      <Button kind={chosen === null ? 'primary' : 'secondary'} icon={<Plus size={20} />} onClick={onAdd}>
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
                <StateChips state={row.state} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const UNSAVED = { tone: 'warn', children: texts.unsaved, icon: <Pencil size={16} /> } as const;

const STATE_CHIPS: Readonly<Record<PolicyRow['state'], readonly ComponentProps<typeof Chip>[]>> = {
  saved: [],
  unsaved: [UNSAVED],
  new: [{ tone: 'info', children: texts.fresh, icon: <Plus size={16} /> }, UNSAVED],
  overtaken: [UNSAVED, { tone: 'err', children: texts.newerThere, icon: <TriangleAlert size={16} /> }],
  unreadable: [{ tone: 'err', children: texts.unreadable, icon: <CircleAlert size={16} /> }],
};

/** What is to be known of a policy before it is opened. */
export function StateChips({ state }: { state: PolicyRow['state'] }) {
  return STATE_CHIPS[state].map(chip => <Chip key={chip.tone} {...chip} />);
}

/** Why a policy of the server's can be neither shown nor edited. */
export function UnreadablePolicy({ policy: { name, faults } }: { policy: Unreadable }) {
  return (
    <Panel aria-label={name || texts.unnamed}>
      <h2 tabIndex={-1} data-policy-title>
        {name || texts.unnamed}
      </h2>
      <p>{texts.unreadableWhy}</p>
      <h3>{texts.unreadableFaults}</h3>
      <ul className={styles.faults}>
        {faults.map(fault => (
          <li key={`${fault.at} ${fault.name}`}>{faultWords(fault)}</li>
        ))}
      </ul>
    </Panel>
  );
}
