import type { Effect, RuleCombine } from '#contract/policies.ts';

/** Access policies as they are edited, stored and evaluated (SPEC §3). Everything here is read-only: edits make copies. */

/** The types of a node that holds others; every other type is a data source of the catalogue. */
export const GROUPS = ['allOf', 'anyOf'] as const;
export type Group = (typeof GROUPS)[number];

export type Scalar = string | number | boolean;

/** What an attribute is compared with; several where the method takes several. */
export type CompareValue = Scalar | readonly Scalar[] | null;

/** A group of conditions, or one comparison of an attribute. null = not chosen yet. */
export type ConditionNode = {
  /** A data-source type, `allOf` or `anyOf`. */
  readonly type: string | null;
  readonly attribute: string | null;
  /** The attribute's type, which decides the methods that can be chosen. */
  readonly comparisonType: string | null;
  readonly comparisonMethod: string | null;
  readonly compareValue: CompareValue;
  /** What must hold of the related thing; for hasOne attributes alone. All of them must. */
  readonly relatedModel: readonly ConditionNode[];
  /** For groups alone. */
  readonly children: readonly ConditionNode[];
};

export type Rule = {
  readonly id: number;
  readonly name: string;
  readonly effect: Effect;
  readonly condition: ConditionNode;
};

export type Policy = {
  readonly id: number;
  readonly name: string;
  readonly ruleCombine: RuleCombine;
  /** What the policy applies to; where it does not hold, the policy decides nothing. */
  readonly target: ConditionNode;
  readonly rules: readonly Rule[];
};

/** What a server stores at most of one policy: levels of nodes (a tree's root is the first), nodes and bytes of JSON. */
export const DEPTH_MAX = 16;
export const NODES_MAX = 1000;
export const BYTES_MAX = 256 * 1024;

export function isGroup(type: string | null): type is Group {
  return type === 'allOf' || type === 'anyOf';
}

/** A node of that type in which nothing else is chosen. */
export function emptyNode(type: string | null): ConditionNode {
  return {
    type,
    attribute: null,
    comparisonType: null,
    comparisonMethod: null,
    compareValue: null,
    relatedModel: [],
    children: [],
  };
}

/** A policy as Add policy makes it: id one above the highest, 1 for the first. */
export function newPolicy(policies: readonly { readonly id: number }[]): Policy {
  return {
    id: nextId(policies),
    name: 'New politic',
    ruleCombine: 'allowIfOneAllowed',
    target: emptyNode('allOf'),
    rules: [],
  };
}

/** A rule as Add rule makes it. */
export function newRule(rules: readonly { readonly id: number }[]): Rule {
  return { id: nextId(rules), name: 'new Rule', effect: 'allow', condition: emptyNode('allOf') };
}

/** The roots of all trees: the target's, and of each rule. */
export function rootsOf({ target, rules }: Policy): ConditionNode[] {
  return [target, ...rules.map(({ condition }) => condition)];
}

/** One above the highest id, 1 where there is none. */
export function nextId(things: readonly { readonly id: number }[]): number {
  return things.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}

/** Whether a database stores a text unchanged: none stores NUL, nor a lone surrogate. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
