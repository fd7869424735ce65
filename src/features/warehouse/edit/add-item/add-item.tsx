import { memo, useRef, useState } from 'react';
import type { Nomenclature } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';
import { LINES_MAX } from '#domain/warehouse/limits.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import styles from './add-item.module.css';
import { ItemPicker } from './item-picker.tsx';
import { texts } from './texts.ts';
import { type NomenclatureSearch, useNomenclatureSearch } from './use-nomenclature-search.ts';

type AddItemProps = {
  /** What stands in the document already. */
  lines: readonly DraftLine[];
  onAdd: (found: Nomenclature) => void;
  /** Why nothing can be searched now. */
  blocked: string | undefined;
};

/**
 * Searches nomenclature by its title and adds it as a line; the search stays as it is, for the next one. Typing in the
 * lines does not draw it again.
 */
export const AddItem = memo(PlainAddItem, isSameSearch);

function isSameSearch(before: AddItemProps, now: AddItemProps): boolean {
  return (
    before.blocked === now.blocked &&
    before.onAdd === now.onAdd &&
    before.lines.length === now.lines.length &&
    before.lines.every(({ nomenclatureId }, at) => now.lines[at]?.nomenclatureId === nomenclatureId)
  );
}

function PlainAddItem({ lines, onAdd, blocked }: AddItemProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [added, setAdded] = useState<{ title: string; count: number } | null>(null);
  const reason = blocked ?? (lines.length < LINES_MAX ? undefined : texts.full(LINES_MAX));
  const search = useNomenclatureSearch(text, reason !== undefined);
  const retry = () => {
    // The button goes when it has worked.
    field.current?.focus();
    void search.reload();
  };
  const handlePick = (picked: Nomenclature) => {
    onAdd(picked);
    setAdded(before => ({ title: picked.title, count: (before?.count ?? 0) + 1 }));
  };
  return (
    <div className={styles.add}>
      <ItemPicker
        field={field}
        text={text}
        onText={setText}
        search={search}
        lines={lines}
        onPick={handlePick}
        blocked={reason}
      />
      <Failure search={search} onRetry={retry} />
      {/* Said again for the same thing: it is another element. The open list hides from readers what is not live. */}
      <p role="status" aria-live="polite" className={styles.added}>
        {added && <span key={added.count}>{texts.added(added.title)}</span>}
      </p>
    </div>
  );
}

/** Why nothing was found; the list is closed then. */
function Failure({ search, onRetry }: { search: NomenclatureSearch; onRetry: () => void }) {
  const problem = search.found === null ? search.problem : null;
  const failure = problem && describeFailure(problem, texts.notFound);
  return (
    <ProblemLine {...failure} busy={search.busy} onRetry={onRetry}>
      {failure?.why}
    </ProblemLine>
  );
}
