import { useEffect, useMemo, useRef } from 'react';
import { nodeAt, pathKey } from '#domain/policy/node-path.ts';
import { isGroup } from '#domain/policy/policy.ts';
import { useRemembered } from '#ui/remembered.ts';
import { type Editing, useEditing } from '../editing.ts';
import { useFocusRequest } from '../tree/focus-request.ts';

const TABS = ['node', 'words', 'testing', 'json'] as const;
export type SidePanelTab = (typeof TABS)[number];

const isTab = (kept: unknown): SidePanelTab | undefined => TABS.find(tab => tab === kept);

/**
 * The view of the rail that is shown; the device remembers it. Whoever selects a node in the tree gets its fields;
 * where the rail itself leads to a node, or an edit takes the selection along, the view stays.
 */
export function useSidePanelTab(): {
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
