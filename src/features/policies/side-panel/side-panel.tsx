import { Tabs } from '@base-ui/react/tabs';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Facts } from '#domain/policy/facts.ts';
import { nodeAt, pathKey } from '#domain/policy/node-path.ts';
import { isGroup } from '#domain/policy/policy.ts';
import { useRemembered } from '#ui/remembered.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { type Editing, EditingContext, useEditing, useSettledPolicy } from '../editing.ts';
import { useFocusRequest } from '../tree/focus-request.ts';
import { NodeFields } from '../tree/node-fields.tsx';
import { JsonView } from './json-view.tsx';
import styles from './side-panel.module.css';
import { countWrong, useCaseRuns, useCases } from './testing/cases.ts';
import { TestingView } from './testing/testing-view.tsx';
import { texts as testing } from './testing/texts.ts';
import { texts } from './texts.ts';
import { WordsView } from './words-view.tsx';

/** What helps with the policy: the chosen node, the policy in words, its test, its JSON. */
export const SidePanel = memo(function SidePanel() {
  const { policy } = useEditing();
  return <SidePanelOf key={policy.id} />;
});

const NOTHING: Facts = {};

/** What was entered to test a policy belongs to it, and stays while other views are shown. */
const SidePanelOf = memo(function SidePanelOf() {
  const { tab: wanted, show, editing } = useSidePanelTab();
  // On a narrow screen the fields of a node come over the tree (node-sheet).
  const isBesideTree = useMedia(WIDE);
  const tab = wanted === 'node' && !isBesideTree ? 'words' : wanted;
  const { policy, catalogue } = editing;
  const cases = useCases(policy.id);
  const runs = useCaseRuns(useSettledPolicy(), catalogue, cases.list);
  const [facts, setFacts] = useState(NOTHING);
  return (
    <EditingContext value={editing}>
      <Tabs.Root value={tab} onValueChange={show} className={styles.root}>
        <Tabs.List className={styles.tabs} aria-label={texts.sidePanel}>
          {isBesideTree && <Tab value="node">{texts.node}</Tab>}
          <Tab value="words">{texts.words}</Tab>
          <Tab value="testing">{testing.tab(countWrong(cases.list, runs))}</Tab>
          <Tab value="json">{texts.json}</Tab>
        </Tabs.List>
        {isBesideTree && (
          <View value="node">
            <NodeFields />
          </View>
        )}
        <View value="words">
          <WordsView />
        </View>
        <View value="testing">
          <TestingView facts={facts} cases={cases} runs={runs} onFacts={setFacts} />
        </View>
        <View value="json">
          <JsonView />
        </View>
      </Tabs.Root>
    </EditingContext>
  );
});

function Tab({ value, children }: { value: SidePanelTab; children: string }) {
  return (
    <Tabs.Tab value={value} className={styles.tab}>
      {children}
    </Tabs.Tab>
  );
}

function View({ value, children }: { value: SidePanelTab; children: React.ReactNode }) {
  return (
    <Tabs.Panel value={value} className={styles.panel}>
      {children}
    </Tabs.Panel>
  );
}

const TABS = ['node', 'words', 'testing', 'json'] as const;
type SidePanelTab = (typeof TABS)[number];

const isTab = (kept: unknown): SidePanelTab | undefined => TABS.find(tab => tab === kept);

/**
 * The view of the side panel that is shown; the device remembers it. Whoever selects a node in the tree gets its fields;
 * where the panel itself leads to a node, or an edit takes the selection along, the view stays.
 */
function useSidePanelTab(): {
  tab: SidePanelTab;
  show: (tab: SidePanelTab) => void;
  editing: Editing;
} {
  const editing = useEditing();
  const [tab, show] = useRemembered<SidePanelTab>('policy-rail', isTab, 'node');
  const { policy, selected, select } = editing;
  const key = selected && pathKey(selected);
  const own = useRef<string | null>(null);
  const before = useRef({ policy, key });
  useEffect(() => {
    const { policy: lastPolicy, key: lastKey } = before.current;
    before.current = { policy, key };
    if (key === lastKey || !selected || own.current === key) return;
    const node = nodeAt(policy, selected);
    const isEmpty = node?.attribute === null && !isGroup(node.type);
    if (policy === lastPolicy || isEmpty) show('node');
  }, [policy, key, selected, show]);
  useFocusRequest(request => {
    if (request.place === 'fields' && tab !== 'node') show('node');
    return false; // the fields themselves take it, as soon as they are there
  });
  const guided = useMemo(
    (): Editing => ({
      ...editing,
      select(path) {
        own.current = path && pathKey(path);
        select(path);
      },
    }),
    [editing, select],
  );
  return { tab, show, editing: guided };
}
