import type { Catalogue } from '#domain/policy/catalogue.ts';
import { usedAttributes } from '#domain/policy/evaluation/used-attributes.ts';
import type { Policy } from '#domain/policy/policy.ts';

/** What policies ask for: source or attribute → what is asked of the thing that stands there. */
export type Asked = ReadonlyMap<string, Asked>;

type Growing = Map<string, Growing>;

/** Everything that any of the policies asks for, once. */
export function askedBy(policies: readonly Policy[], catalogue: Catalogue): Asked {
  const asked: Growing = new Map();
  for (const chain of policies.flatMap(policy => usedAttributes(policy, catalogue))) {
    const [first] = chain;
    if (!first) continue;
    let at = within(asked, first.source);
    for (const { attribute } of chain) at = within(at, attribute);
  }
  return asked;
}

function within(map: Growing, name: string): Growing {
  const known = map.get(name) ?? new Map();
  map.set(name, known);
  return known;
}
