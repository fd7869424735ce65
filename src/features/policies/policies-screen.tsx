import { Panel } from '#ui/panel.tsx';

/** The policies and the editor of one. */
export function PoliciesScreen() {
  return <Panel>Политик пока нет</Panel>;
}
