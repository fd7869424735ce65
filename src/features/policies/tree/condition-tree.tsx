import type { NodePath } from '#domain/policy/node-path.ts';

/** One tree of conditions. */
export function ConditionTree({ label }: { tree: NodePath['tree']; label: string }) {
  return <p>{label}</p>;
}
