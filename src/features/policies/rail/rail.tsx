import { useEditing } from '../editing.ts';

/** What helps with the policy: the chosen node, the policy in words, its test, its JSON. */
export function Rail() {
  return <p>{useEditing().policy.name}</p>;
}
