import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { anyPolicy, chain, sampleCatalogue } from '#tests/support/policies.ts';
import { DEPTH_MAX, emptyNode, NODES_MAX, newPolicy } from '../policy.ts';
import { faultWords } from './fault-words.ts';
import { parsePolicyText } from './read-policy.ts';

const policy = newPolicy([{ id: 3 }]);
const parse = (text: string) => parsePolicyText(text, sampleCatalogue);

it('takes what was written, however it is laid out', () => {
  fc.assert(
    fc.property(anyPolicy(sampleCatalogue), fc.constantFrom(undefined, 2, '\t'), (written, indent) => {
      expect(parse(JSON.stringify(written, null, indent))).toEqual({ ok: true, value: written });
    }),
  );
});

it('takes a list with one policy, a mark of byte order and a policy without id', () => {
  const { id: _, ...nameless } = policy;
  expect(parse(JSON.stringify([policy]))).toEqual({ ok: true, value: policy });
  expect(parse(`\uFEFF${JSON.stringify(policy)}`)).toEqual({ ok: true, value: policy });
  expect(parse(JSON.stringify(nameless))).toEqual({ ok: true, value: { ...policy, id: 1 } });
});

it('takes the largest policy indented', () => {
  const children = Array.from({ length: 66 }, () => chain(DEPTH_MAX - 1));
  const rest = Array.from({ length: NODES_MAX - 1 - 66 * (DEPTH_MAX - 1) }, () => emptyNode('user'));
  const large = { ...policy, target: { ...emptyNode('allOf'), children: [...children, ...rest] } };
  expect(parse(JSON.stringify(large, null, 2)).ok).toBe(true);
});

it('refuses 10 MB before it reads them', () => {
  const parsed = vi.spyOn(JSON, 'parse');
  expect(parse(`[${'[],'.repeat(3_500_000)}[]]`)).toEqual({
    ok: false,
    problem: [{ at: '', name: 'tooLarge' }],
  });
  expect(parsed).not.toHaveBeenCalled();
  parsed.mockRestore();
});

it.each([
  ['', 'Это не JSON'],
  ['{"id":1,', 'Это не JSON'],
  ['{"id":1,\n  oops}', 'Это не JSON (строка 2, знак 3)'],
  ['[]', 'Нужна ровно одна политика'],
  [JSON.stringify([policy, policy]), 'Нужна ровно одна политика'],
  ['[[]]', 'Здесь должен быть объект'],
  ['null', 'Здесь должен быть объект'],
  ['"allow"', 'Здесь должен быть объект – «allow»'],
])('%j is refused: %s', (text, words) => {
  const read = parse(text);
  expect(read.ok ? [] : read.problem.map(faultWords)).toEqual([expect.stringContaining(words)]);
});

it('10,000 lists in each other are refused, not fallen over', () => {
  expect(parse('['.repeat(10_000)).ok).toBe(false);
  expect(parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`).ok).toBe(false);
});

it('says in words where a fault is', () => {
  const text = JSON.stringify({
    ...policy,
    ruleCombine: 'all',
    target: { type: 'allOf', children: [{ type: 'order' }, 5] },
    rules: [
      { id: 1, effect: 'allow', condition: { type: 'user', attribute: 'role', relatedModel: [{ type: 1 }] } },
    ],
  });
  const read = parse(text);
  expect(read.ok ? [] : read.problem.map(faultWords)).toEqual([
    'Сочетание правил: нет такого сочетания правил – «all»',
    'Target, условие 1, тип: нет такого типа – «order»',
    'Target, условие 2: здесь должен быть объект – «5»',
    'Правило 1, связанное условие 1, тип: здесь должен быть текст – «1»',
  ]);
});
