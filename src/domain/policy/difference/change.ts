import type { NodePath } from '../node-path.ts';
import type { CompareValue, ConditionNode, Policy, Rule } from '../policy.ts';

/** The fields of a node beside the lists of nodes in it. */
export const NODE_FIELDS = [
  'type',
  'attribute',
  'comparisonType',
  'comparisonMethod',
  'compareValue',
] as const;
export type NodeField = (typeof NODE_FIELDS)[number];

/**
 * One difference. `path` is a node's path in the later policy, `was` its path in the earlier one. A rule that
 * is added or removed stands for its whole condition, a node for everything in it.
 */
export type Change =
  | { readonly kind: 'policyAdded'; readonly policy: Policy }
  | {
      readonly kind: 'settingChanged';
      readonly field: 'id' | 'name' | 'ruleCombine';
      readonly before: string | number;
      readonly after: string | number;
    }
  | { readonly kind: 'ruleAdded'; readonly rule: Rule; readonly index: number }
  | { readonly kind: 'ruleRemoved'; readonly rule: Rule; readonly index: number }
  | { readonly kind: 'ruleMoved'; readonly rule: Rule; readonly from: number; readonly to: number }
  | {
      readonly kind: 'ruleChanged';
      readonly rule: Rule;
      readonly field: 'name' | 'effect';
      readonly before: string;
      readonly after: string;
    }
  | { readonly kind: 'nodeAdded'; readonly path: NodePath; readonly node: ConditionNode }
  | { readonly kind: 'nodeRemoved'; readonly was: NodePath; readonly node: ConditionNode }
  | {
      readonly kind: 'nodeMoved';
      readonly path: NodePath;
      readonly was: NodePath;
      readonly node: ConditionNode;
    }
  | {
      readonly kind: 'nodeChanged';
      readonly path: NodePath;
      readonly was: NodePath;
      readonly field: NodeField;
      readonly before: CompareValue;
      readonly after: CompareValue;
    };
