import { Tabs } from '@base-ui/react/tabs';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
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
  const { tab, show, editing } = useSidePanelTab();
  // On a narrow screen the fields of a node come over the tree (`NodeSheet`).
  const isBesideTree = useMedia(WIDE);
  const shown = tab === 'node' && !isBesideTree ? 'words' : tab;
  const { policy, catalogue } = editing;
  const cases = useCases(policy.id);
  const runs = useCaseRuns(useSettledPolicy(), catalogue, cases.list);
  // What was entered to test the policy stays while other views are shown.
  const [facts, setFacts] = useState<Facts>({});
  const views: { tab: SidePanelTab; label: string; view: ReactNode }[] = [
    { tab: 'words', label: texts.words, view: <WordsView /> },
    {
      tab: 'testing',
      label: testing.tab(countWrong(cases.list, runs)),
      view: <TestingView facts={facts} cases={cases} runs={runs} onFacts={setFacts} />,
    },
    { tab: 'json', label: texts.json, view: <JsonView /> },
  ];
  if (isBesideTree) views.unshift({ tab: 'node', label: texts.node, view: <NodeFields /> });
  return (
    <EditingContext value={editing}>
      <Tabs.Root value={shown} onValueChange={show} className={styles.root}>
        <Tabs.List className={styles.tabs} aria-label={texts.sidePanel}>
          {views.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={tab} className={styles.tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map(({ tab, view }) => (
          <Tabs.Panel key={tab} value={tab} className={styles.panel}>
            {view}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </EditingContext>
  );
});

const TABS = ['node', 'words', 'testing', 'json'] as const;
type SidePanelTab = (typeof TABS)[number];

const isTab = (kept: unknown): SidePanelTab | undefined => TABS.find(tab => tab === kept);

/**
 * The view of the side panel that is shown; the device remembers it. Whoever selects a node in the tree gets its fields;
 * where the panel itself leads to a node, or an edit takes the selection along, the view stays.
 */
function useSidePanelTab() {
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
