import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMatch } from './find-match.ts';

const marked = (title: string, query: string) =>
  findMatch(title, query).map(({ from, to }) => title.slice(from, to));

it.each([
  ['Кабель ВВГ', 'кабель', 'Кабель'],
  ['Кабель ВВГ', ' ВЕ ', undefined],
  ['Кабель ВВГ', 'ель в', 'ель В'],
  ['Ёлка зелёная', 'зелен', 'зелён'],
  ['Елка', 'ёл', 'Ел'],
  ['Два  пробела', 'два пробела', 'Два  пробела'],
  ['Лампа 💡 E27', '💡 e', '💡 E'],
  ['Скидка 100% (.*)', '% (.', '% (.'],
  ['İstanbul кабель', 'каб', 'каб'],
  ['Кабель', '', undefined],
  ['Кабель', ' ', undefined],
])('in «%s» marks «%s»', (title, query, part) => {
  expect(marked(title, query)).toEqual(part === undefined ? [] : [part]);
});

it('a part of a title is found in it, and what is marked is within it', () => {
  const titles = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(titles, fc.nat(20), fc.nat(20), (title, one, other) => {
      const query = title.slice(Math.min(one, other), Math.max(one, other)).trim();
      for (const { from, to } of findMatch(title, query)) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(title.length);
      }
      if (/^[а-я0-9%_/?"' ]+$/i.test(title) && query !== '') expect(findMatch(title, query)).toHaveLength(1);
    }),
  );
});
