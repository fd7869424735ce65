import { useMemo } from 'react';
import { PolicyList } from '../list/policy-list.tsx';
import { rowsOf } from '../list/rows-of.ts';
import { texts } from '../texts.ts';
import type { HeldReadings, Readings } from '../use-readings.ts';
import { addedPolicy, newWork, type Works } from './bench.ts';
import { Desk } from './desk.tsx';
import { KeptWork } from './kept-work.tsx';
import { readListed } from './read-listed.ts';
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
export function Workbench({ value, drafts }: WorkbenchProps) {
  const listed = useMemo(() => readListed(value.policies), [value.policies]);
  const held = useWorks(listed.stored, drafts);
  const { works, latest, put } = held;
  const [chosen, choose] = useChosen();
  const rows = useMemo(() => rowsOf(listed, works), [listed, works]);
  const work = chosen === null ? undefined : held.workOn(chosen);
  const handleAdd = () => {
    const policy = addedPolicy(rows);
    put(policy.id, newWork(policy));
    choose(policy.id);
  };
  return (
    <div className={styles.bench}>
      {[...works].map(([id, each]) => (
        <KeptWork key={id} id={id} work={each} isHeld={() => latest.current.has(id)} />
      ))}
      <div className={chosen === null ? styles.list : styles.listBeside}>
        <PolicyList rows={rows} chosen={chosen} onChoose={choose} onAdd={handleAdd} />
      </div>
      {work && <Desk key={chosen} work={work} catalogue={value.catalogue} held={held} />}
      {!work && (
        <p className={styles.why}>{chosen === null ? texts.chooseOne : texts.noSuchPolicy(chosen)}</p>
      )}
    </div>
  );
}
