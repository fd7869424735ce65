import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyPolicy, sampleCatalogue } from '#tests/support/policies.ts';
import { readPolicy } from './read-policy.ts';

it('takes every policy as it was written', () => {
  fc.assert(
    fc.property(anyPolicy(sampleCatalogue), policy => {
      expect(readPolicy(JSON.parse(JSON.stringify(policy)), sampleCatalogue)).toEqual({
        ok: true,
        value: policy,
      });
    }),
  );
});
