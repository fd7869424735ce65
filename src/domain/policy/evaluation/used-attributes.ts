import { attributeTypeOf, type Catalogue, relatedType } from '../catalogue.ts';
import { type ConditionNode, isGroup, type Policy, rootsOf } from '../policy.ts';

export type AttributeStep = { readonly source: string; readonly attribute: string; readonly type: string };

/** An attribute of a thing in question, or through related things: the promoter of the request, then his role. */
export type AttributeChain = readonly AttributeStep[];

/** Data-source types that mean a related thing here, with the chain to it. */
type Scope = ReadonlyMap<string, AttributeChain>;

/** Every attribute that a policy uses, each once, in the order of its nodes. */
export function usedAttributes(policy: Policy, catalogue: Catalogue): AttributeChain[] {
  const chains = new Map<string, AttributeChain>();
  for (const root of rootsOf(policy)) {
    for (const chain of chainsOf(root, new Map(), catalogue)) chains.set(chainKey(chain), chain);
  }
  return [...chains.values()];
}

/** A chain as a text, for keys. */
export function chainKey(chain: AttributeChain): string {
  return chain.map(({ source, attribute }) => JSON.stringify([source, attribute])).join('/');
}

function chainsOf(node: ConditionNode, scope: Scope, catalogue: Catalogue): AttributeChain[] {
  const { type, attribute, children, relatedModel } = node;
  if (isGroup(type)) return children.flatMap(child => chainsOf(child, scope, catalogue));
  if (type === null || attribute === null) return [];
  const step = { source: type, attribute, type: attributeTypeOf(node, catalogue) ?? 'string' };
  const chain = [...(scope.get(type) ?? []), step];
  if (step.type !== 'hasOne') return [chain];
  const relation = relatedType(catalogue, node);
  const inside = relation === null ? scope : new Map(scope).set(relation, chain);
  return [chain, ...relatedModel.flatMap(each => chainsOf(each, inside, catalogue))];
}
