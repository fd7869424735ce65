import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListedPolicy } from '#contract/policies.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { newPolicy, type Policy } from '#domain/policy/policy.ts';
import { Button } from '#ui/button.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { ArrowLeft } from '#ui/icons.ts';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useStable } from '#ui/use-stable.ts';
import styles from './editor.module.css';
import { draftFor, PoliciesContext, usePolicies, usePoliciesStore, useSaves } from './policies-store.ts';
import { asNewPolicy, isUnsaved, newDraft, type PolicyDrafts, readListed } from './policy-drafts.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyList, rowsOf, UnreadablePolicy } from './policy-list.tsx';
import { StoreDraft, useFoundDrafts } from './stored-drafts.tsx';
import { texts } from './texts.ts';
import { type PolicyReadings, usePolicyData } from './use-policy-data.ts';

/** The policies and the editor of one. */
export function PoliciesScreen() {
  const readings = usePolicyData();
  const found = useFoundDrafts();
  return (
    <RemoteView remote={readings.remote}>
      {value => (found ? <PoliciesEditor {...value} readings={readings} found={found} /> : <Skeleton />)}
    </RemoteView>
  );
}

type PoliciesEditorProps = {
  policies: readonly ListedPolicy[];
  catalogue: Catalogue;
  readings: PolicyReadings;
  /** Unsaved drafts of an earlier visit. */
  found: PolicyDrafts;
};

/** The list of policies, and the editor of the one that was chosen from it. */
function PoliciesEditor({ policies, catalogue, readings, found }: PoliciesEditorProps) {
  const listed = useMemo(() => readListed(policies), [policies]);
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
  const handleChoose = (id: number | null, target: string | null) => {
    focus.current = target;
    choose(id);
  };
  const chooseListed = (id: number) => handleChoose(id, TITLE);
  const add = useStable((given: Policy) => {
    const policy = asNewPolicy(given, known());
    dispatch({ type: 'put', id: policy.id, draft: newDraft(policy) });
    handleChoose(policy.id, '[data-policy-name]');
  });
  const context = {
    state,
    dispatch,
    saves,
    listed,
    rows,
    catalogue,
    unsaved: [...shown.values()].filter(isUnsaved).map(({ history }) => history.present.name),
    choose: chooseListed,
    leave: () => handleChoose(null, chosen === null ? null : `[data-policy="${chosen}"]`),
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
            onChoose={chooseListed}
            onAdd={() => add(newPolicy(known()))}
          />
        </div>
        <PoliciesContext value={context}>
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

const TITLE = '[data-policy-title]';

/** Moves the focus to what a selector names after a choice; where the list stays in sight, whoever chooses in it stays in it. */
function useEditorFocus(container: RefObject<HTMLElement | null>, chosen: number | null) {
  const target = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice alone moves the focus
  useLayoutEffect(() => {
    const wanted = target.current;
    target.current = null;
    if (!wanted || !container.current || (wanted === TITLE && isListInSight(container.current))) return;
    container.current.querySelector<HTMLElement>(wanted)?.focus();
  }, [container, chosen]);
  return target;
}

function isListInSight(container: HTMLElement): boolean {
  const list = container.querySelector('nav')?.parentElement;
  return list !== null && list !== undefined && getComputedStyle(list).display !== 'none';
}
