import { Tabs } from '@base-ui/react/tabs';
import { memo, useState } from 'react';
import type { Facts } from '#domain/policy/facts.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { EditingContext, useEditing } from '../editing.ts';
import { NodeFields } from '../tree/node-fields.tsx';
import { JsonView } from './json/json-view.tsx';
import styles from './side-panel.module.css';
import { TestingView } from './testing/testing-view.tsx';
import { texts as testing } from './testing/texts.ts';
import { countWrong, useCaseRuns } from './testing/use-case-runs.ts';
import { useCases } from './testing/use-cases.ts';
import { texts } from './texts.ts';
import { useSettledPolicy } from './use-settled-policy.ts';
import { type SidePanelTab, useSidePanelTab } from './use-side-panel-tab.ts';
import { WordsView } from './words/words-view.tsx';

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
