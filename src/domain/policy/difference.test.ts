import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { differences } from './difference.ts';

const policies = anyPolicy(sampleCatalogue);
const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

it('finds nothing where nothing differs, whatever the policy', () => {
  fc.assert(fc.property(policies, policy => void expect(differences(policy, copied(policy))).toEqual([])));
});

it('finds something exactly where the JSON differs', () => {
  fc.assert(
    fc.property(policies, policies, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(differences(one, other).length === 0).toBe(isSame);
    }),
  );
});
