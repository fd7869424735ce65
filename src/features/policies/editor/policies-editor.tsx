import { useDeferredValue, useMemo, useRef } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { PolicyList } from '../list/policy-list.tsx';
import { rowsOf } from '../list/rows-of.ts';
import { useSaves } from '../saving/use-saves.ts';
import type { HeldPolicyData, PolicyData } from '../use-policy-data.ts';
import { Chosen } from './chosen.tsx';
import styles from './editor.module.css';
import { addedPolicy, asNewPolicy, isUnsaved, newWork, type PolicyDrafts } from './policy-drafts.ts';
import { readListed } from './read-listed.ts';
import { StoreDraft } from './store-draft.tsx';
import { useChosen } from './use-chosen.ts';
import { useEditorFocus } from './use-editor-focus.ts';
import { usePolicyDrafts } from './use-policy-drafts.ts';

export type PoliciesEditorProps = {
  value: PolicyData;
  readings: HeldPolicyData;
  /** Unsaved work of an earlier visit. */
  found: PolicyDrafts;
};

/** The list of policies, and what is done to the one that was chosen from it. */
export function PoliciesEditor({ value, readings, found }: PoliciesEditorProps) {
  const listed = useMemo(() => readListed(value.policies), [value.policies]);
  const held = usePolicyDrafts(listed.stored, found);
  const { drafts, latest, put } = held;
  const saves = useSaves({ ...held, ...readings });
  const [chosen, choose] = useChosen();
  const container = useRef<HTMLDivElement>(null);
  const focus = useEditorFocus(container, chosen);
  // Leaving loses nothing, so nobody is asked; but a newer app waits until this screen is left.
  useOpenFormMark();
  // The edit itself is drawn first; the list, the drafts and what the bar names follow.
  const shown = useDeferredValue(drafts);
  const rows = useMemo(() => rowsOf(listed, shown), [listed, shown]);
  const known = () => rowsOf(listed, latest.current);
  const handleChoose = (id: number | null, target: typeof focus.current) => {
    focus.current = target;
    choose(id);
  };
  const handleAdd = useStable((given: Policy) => {
    const policy = asNewPolicy(given, known());
    put(policy.id, newWork(policy));
    handleChoose(policy.id, 'name');
  });
  return (
    <div ref={container} className={styles.container}>
      {[...shown].map(([id, draft]) => (
        <StoreDraft key={id} id={id} draft={draft} isHeld={() => latest.current.has(id)} />
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
