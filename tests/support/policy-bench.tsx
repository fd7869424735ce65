import { useMemo, useState } from 'react';
import type { Edited } from '#domain/policy/edit.ts';
import type { NodePath } from '#domain/policy/node-path.ts';
import { type ConditionNode, emptyNode, newPolicy, type Policy } from '#domain/policy/policy.ts';
import { type Editing, EditingContext } from '#features/policies/editing.ts';
import { Rail } from '#features/policies/rail/rail.tsx';
import { Toasts } from '#ui/toast.tsx';
import { sampleCatalogue } from './policies.ts';

/** A condition as it is written in tests. */
export function claim(
  type: string,
  attribute: string,
  comparisonType: string,
  rest: Partial<ConditionNode>,
): ConditionNode {
  return { ...emptyNode(type), attribute, comparisonType, ...rest };
}

/** allOf of conditions. */
export function allOf(...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode('allOf'), children };
}

const moderator = claim('user', 'role', 'list', { comparisonMethod: 'equal', compareValue: 'moderator' });

/** Moderators may see paid requests of promoters, when they come to more than 1,000 roubles. */
export const SAMPLE: Policy = {
  ...newPolicy([{ id: 2 }]),
  name: 'Выплаты',
  target: allOf(moderator),
  rules: [
    {
      id: 1,
      name: 'Дорогие',
      effect: 'allow',
      condition: allOf(
        claim('request', 'tofirm', 'number', { comparisonMethod: 'greater', compareValue: '1000' }),
        claim('request', 'paid', 'bool', { comparisonMethod: 'isTrue' }),
        claim('request', 'promoter', 'hasOne', {
          comparisonMethod: 'exists',
          relatedModel: [
            claim('user', 'role', 'list', { comparisonMethod: 'equal', compareValue: 'promoter' }),
          ],
        }),
      ),
    },
  ],
};

/** What a test sees of the bench. */
export type BenchSight = {
  policy: Policy;
  selected: NodePath | null;
  /** Policies before each edit. */
  steps: Policy[];
  added: Policy[];
  edit: (change: (policy: Policy) => Edited) => void;
  select: (path: NodePath | null) => void;
};

/** A policy being edited beside the rail, each edit a step; `sight` is brought up to date at every render. */
export function PolicyBench({ start = SAMPLE, sight }: { start?: Policy; sight: Partial<BenchSight> }) {
  const [{ policy, steps }, setState] = useState({ policy: start, steps: [] as Policy[] });
  const [selected, select] = useState<NodePath | null>(null);
  const editing = useMemo(
    (): Editing => ({
      ...{ policy, selected, select, catalogue: sampleCatalogue },
      edit: change =>
        setState(before => {
          const edited = change(before.policy);
          return edited.ok ? { policy: edited.value, steps: [...before.steps, before.policy] } : before;
        }),
      add: each => {
        sight.added = [...(sight.added ?? []), each];
      },
    }),
    [policy, selected, sight],
  );
  Object.assign(sight, { policy, selected, steps, select, edit: editing.edit });
  return (
    <EditingContext value={editing}>
      <Rail />
      <Toasts />
    </EditingContext>
  );
}
