import { expect, it } from 'vitest';
import { arrange, choicesIn, choicesOf, type Line } from './choices.ts';

const TREE = [
  {
    id: 1,
    name: 'Кухня',
    children: [
      { id: 2, name: 'Плита' },
      { id: 3, name: 'Вода', children: [{ id: 4, name: 'Кран' }] },
    ],
  },
  { id: 5, name: 'Прочее' },
  { id: 6, name: 'Без детей', children: [] },
];

const ids = (choices: ReturnType<typeof choicesOf>) => choices.map(({ option }) => option.id);
const drawn = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ option, depth, below }) => [`${'·'.repeat(depth)}${option.name}`, ...drawn(below)]);

it('offers leaves only, and groups when they can be chosen', () => {
  expect(ids(choicesOf(TREE))).toEqual([2, 4, 5, 6]);
  expect(ids(choicesOf(TREE, true))).toEqual([1, 2, 3, 4, 5, 6]);
});

it('shows the groups above each choice, at any depth', () => {
  const lines = arrange(choicesOf(TREE));
  expect(drawn(lines)).toEqual(['Кухня', '·Плита', '·Вода', '··Кран', 'Прочее', 'Без детей']);
  expect(ids(choicesIn(lines))).toEqual([2, 4, 5, 6]);
});

it('brings the group of the best match to the top, and keeps its choices together', () => {
  const [plate, tap, other] = choicesOf(TREE);
  const lines = arrange([tap, other, plate].filter(choice => choice !== undefined));
  expect(drawn(lines)).toEqual(['Кухня', '·Вода', '··Кран', '·Плита', 'Прочее']);
});

it('makes one line of a group that can be chosen itself', () => {
  const lines = arrange(choicesOf(TREE, true));
  expect(lines[0]?.choice?.option.id).toBe(1);
  expect(ids(choicesIn(lines))).toEqual([1, 2, 3, 4, 5, 6]);
});
