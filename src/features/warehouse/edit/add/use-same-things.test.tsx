// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newDraft } from '#domain/warehouse/draft-line.ts';
import { useSameThings } from './use-same-things.ts';

const lineOf = (id: number) => newDraft({ id, title: `Деталь ${id}`, price: 10, unit: 'шт' }, String(id));
const [one, two] = [lineOf(1), lineOf(2)];

test('the list stays the same while it is typed in, and is another one when something is added, removed or moved', () => {
  const first = [one, two];
  const { result, rerender } = renderHook(useSameThings, { initialProps: first });
  rerender([one, { ...two, count: '7' }]);
  expect(result.current).toBe(first);
  for (const next of [[one], [one, two], [two, one], [two, one, one]]) {
    rerender(next);
    expect(result.current).toBe(next);
  }
});
