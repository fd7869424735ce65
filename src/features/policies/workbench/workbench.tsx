import { useDeferredValue, useMemo, useRef } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { PolicyList } from '../list/policy-list.tsx';
import { rowsOf } from '../list/rows-of.ts';
import { useSaves } from '../saving/use-saves.ts';
import type { HeldReadings, Readings } from '../use-readings.ts';
import { addedPolicy, asNewPolicy, isUnsaved, newWork, type Works } from './bench.ts';
import { Chosen } from './chosen.tsx';
import { KeptWork } from './kept-work.tsx';
import { readListed } from './read-listed.ts';
import { useBenchFocus } from './use-bench-focus.ts';
import { useChosen } from './use-chosen.ts';
import { useWorks } from './use-works.ts';
import styles from './workbench.module.css';

export type WorkbenchProps = {
  value: Readings;
  readings: HeldReadings;
  /** Unsaved work of an earlier visit. */
  drafts: Works;
};

/** The list of policies, and what is done to the one that was chosen from it. */
export function Workbench({ value, readings, drafts }: WorkbenchProps) {
  const listed = useMemo(() => readListed(value.policies), [value.policies]);
  const held = useWorks(listed.stored, drafts);
  const { works, latest, put } = held;
  const saves = useSaves({ ...held, ...readings });
  const [chosen, choose] = useChosen();
  const bench = useRef<HTMLDivElement>(null);
  const focus = useBenchFocus(bench, chosen);
  // Leaving loses nothing, so nobody is asked; but a newer app waits until this screen is left.
  useOpenFormMark();
  // The edit itself is drawn first; the list, the drafts and what the bar names follow.
  const shown = useDeferredValue(works);
  const rows = useMemo(() => rowsOf(listed, shown), [listed, shown]);
  const known = () => rowsOf(listed, latest.current);
  const handleChoose = (id: number | null, wish: typeof focus.current) => {
    focus.current = wish;
    choose(id);
  };
  const handleAdd = useStable((given: Policy) => {
    const policy = asNewPolicy(given, known());
    put(policy.id, newWork(policy));
    handleChoose(policy.id, 'name');
  });
  return (
    <div ref={bench} className={styles.bench}>
      {[...shown].map(([id, work]) => (
        <KeptWork key={id} id={id} work={work} isHeld={() => latest.current.has(id)} />
      ))}
      <div className={styles.columns}>
        <div className={chosen === null ? styles.list : styles.listBeside}>
          <PolicyList
            rows={rows}
            chosen={chosen}
            onChoose={id => handleChoose(id, 'title')}
            onAdd={() => handleAdd(addedPolicy(known()))}
          />
        </div>
        <Chosen
          id={chosen}
          held={held}
          saves={saves}
          listed={listed}
          rows={rows}
          catalogue={value.catalogue}
          unsaved={[...shown.values()].filter(isUnsaved).map(({ history }) => history.present.name)}
          onChoose={id => handleChoose(id, 'title')}
          onAdd={handleAdd}
          onBack={() => handleChoose(null, chosen === null ? null : { row: chosen })}
        />
      </div>
    </div>
  );
}
