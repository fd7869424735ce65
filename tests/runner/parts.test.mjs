import { describe, expect, it } from 'vitest';
import { chosen, partsOf, QUICK, REST } from './parts.mjs';

const everything = [...QUICK, ...REST];

describe('the parts of a run', () => {
  it('have each a name of their own', () => {
    const parts = partsOf(everything);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it('are all there where none is chosen', () => {
    expect(chosen(everything, null)).toBe(everything);
  });

  it('are run alone where they are named', () => {
    expect(partsOf(chosen(everything, ['lint', 'sync']))).toEqual(['sync', 'lint']);
  });

  it('bring the build with them where they travel through it', () => {
    expect(partsOf(chosen(everything, ['journeys']))).toEqual(['build', 'journeys']);
    expect(partsOf(chosen(everything, ['build', 'main-jobs']))).toEqual(['build', 'main-jobs']);
  });
});
