import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { newPolicy, type Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { ArrowLeft } from '#ui/icons-of-screens.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { PolicyList } from '../list/policy-list.tsx';
import { rowsOf } from '../list/rows-of.ts';
import { UnreadablePolicy } from '../list/unreadable-policy.tsx';
import { useSaves } from '../saving/use-saves.ts';
import { texts } from '../texts.ts';
import type { HeldPolicyData, PolicyData } from '../use-policy-data.ts';
import styles from './editor.module.css';
import { PoliciesContext, usePolicies } from './policies-context.ts';
import { draftFor, usePoliciesStore } from './policies-store.ts';
import { asNewPolicy, isUnsaved, newDraft, type PolicyDrafts, readListed } from './policy-drafts.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { StoreDraft } from './stored-drafts.tsx';

type PoliciesEditorProps = {
  value: PolicyData;
  readings: HeldPolicyData;
  /** Unsaved drafts of an earlier visit. */
  found: PolicyDrafts;
};

/** The list of policies, and the editor of the one that was chosen from it. */
export function PoliciesEditor({ value, readings, found }: PoliciesEditorProps) {
  const listed = useMemo(() => readListed(value.policies), [value.policies]);
  const store = usePoliciesStore(listed.stored, found);
  const { state, now, dispatch } = store;
  const saves = useSaves(store, readings);
  const [chosen, choose] = useChosen();
  const container = useRef<HTMLDivElement>(null);
  const focus = useEditorFocus(container, chosen);
  // Leaving loses nothing, so nobody is asked; but a newer app waits until this screen is left.
  useOpenFormMark();
  // The edit itself is drawn first; the list, the drafts and what the bar names follow.
  const shown = useDeferredValue(state.drafts);
  const rows = useMemo(() => rowsOf(listed, shown), [listed, shown]);
  const known = () => rowsOf(listed, now().drafts);
  const handleChoose = (id: number | null, target: typeof focus.current) => {
    focus.current = target;
    choose(id);
  };
  const add = useStable((given: Policy) => {
    const policy = asNewPolicy(given, known());
    dispatch({ type: 'put', id: policy.id, draft: newDraft(policy) });
    handleChoose(policy.id, 'name');
  });
  const policies = {
    state,
    dispatch,
    saves,
    listed,
    rows,
    catalogue: value.catalogue,
    unsaved: [...shown.values()].filter(isUnsaved).map(({ history }) => history.present.name),
    choose: (id: number) => handleChoose(id, 'title'),
    leave: () => handleChoose(null, chosen === null ? null : { row: chosen }),
    add,
  };
  return (
    <div ref={container} className={styles.container}>
      {[...shown].map(([id, draft]) => (
        <StoreDraft key={id} id={id} draft={draft} isHeld={() => now().drafts.has(id)} />
      ))}
      <div className={styles.columns}>
        <div className={chosen === null ? styles.list : styles.listBeside}>
          <PolicyList
            rows={rows}
            chosen={chosen}
            onChoose={policies.choose}
            onAdd={() => add(newPolicy(known()))}
          />
        </div>
        <PoliciesContext value={policies}>
          <Chosen id={chosen} />
        </PoliciesContext>
      </div>
    </div>
  );
}

/** What stands beside the list: the policy that was chosen from it, or why there is none. */
function Chosen({ id }: { id: number | null }) {
  const { state, listed, leave } = usePolicies();
  if (id === null) return <p className={styles.hint}>{texts.chooseOne}</p>;
  const draft = draftFor(state, id);
  const unreadable = listed.unreadable.find(each => each.id === id);
  return (
    <div className={styles.chosen}>
      <div className={styles.back}>
        <Button kind="quiet" icon={<ArrowLeft size={20} />} onClick={leave}>
          {texts.backToList}
        </Button>
      </div>
      {draft && <PolicyEditor key={id} id={id} draft={draft} />}
      {!draft && unreadable && <UnreadablePolicy policy={unreadable} />}
      {!draft && !unreadable && <p className={styles.why}>{texts.noSuchPolicy(id)}</p>}
    </div>
  );
}

/** The id of the policy that is edited, kept in the address: `?policy=3`. */
function useChosen(): [number | null, (id: number | null) => void] {
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get('policy'));
  const choose = useCallback(
    (next: number | null) => setQuery(next === null ? {} : { policy: String(next) }),
    [setQuery],
  );
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}

/** Where the focus goes on once another policy, or none, is edited. */
type FocusTarget = 'title' | 'name' | { row: number };

/** Moves the focus after a choice; where the list stays in sight, whoever chooses in it stays in it. */
function useEditorFocus(container: RefObject<HTMLElement | null>, chosen: number | null) {
  const target = useRef<FocusTarget | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice alone moves the focus
  useLayoutEffect(() => {
    const wanted = target.current;
    target.current = null;
    if (!wanted || !container.current) return;
    elementFor(wanted, container.current)?.focus();
  }, [container, chosen]);
  return target;
}

function elementFor(target: FocusTarget, container: HTMLElement): HTMLElement | null {
  if (target === 'name') return container.querySelector('[data-policy-name]');
  if (target === 'title')
    return isListInSight(container) ? null : container.querySelector('[data-policy-title]');
  return container.querySelector(`[data-policy="${target.row}"]`);
}

function isListInSight(container: HTMLElement): boolean {
  const list = container.querySelector('nav')?.parentElement;
  return list !== null && list !== undefined && getComputedStyle(list).display !== 'none';
}
