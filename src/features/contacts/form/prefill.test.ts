import { expect, test } from 'vitest';
import { handedOver, prefill } from './prefill.ts';

test.each([
  ['a name', 'Иван Петров', 'Иван Петров', ['']],
  ['a number', '89161234567', '', ['+7 (916) 123-45-67']],
  ['a part of a number', '916123', '', ['+7 (916) 123']],
  [
    'a shared message',
    'Оля, +7 (000) 111-22-33; 8 000 444-55-66',
    'Оля',
    ['+7 (000) 111-22-33', '+7 (000) 444-55-66'],
  ],
  ['a house number, which is no phone', 'Дом 5 корпус 12', 'Дом 5 корпус 12', ['']],
])('a form is filled from %s', (_what, text, name, phones) => {
  const form = prefill(text);
  expect(form.first_name).toBe(name);
  expect(form.phones.map(row => row.text)).toEqual(phones);
});

test('of several lines the first is the name, the others the comment', () => {
  const form = prefill('Оля Сантехник\n+7 (000) 111-22-33\nвторой подъезд, код 12\nhttps://example.org/a');
  expect(form.first_name).toBe('Оля Сантехник');
  expect(form.comment).toBe('второй подъезд код 12\nhttps://example.org/a');
  expect(form.phones).toEqual([{ text: '+7 (000) 111-22-33' }]);
});

test('a very long text is whole in the comment, and the name is its beginning', () => {
  const text = `${'Слово '.repeat(20_000)}+70001112233`;
  const form = prefill(text);
  expect(form.first_name.length).toBeLessThanOrEqual(60);
  expect(form.first_name.endsWith('Слово')).toBe(true);
  expect(form.comment.length).toBe(20_000 * 6 - 1);
  expect(form.phones).toEqual([{ text: '+7 (000) 111-22-33' }]);
});

test('what cannot be seen does not reach the form', () => {
  expect(prefill('Оля\u0000\u0007 Б')).toMatchObject({ first_name: 'Оля Б', comment: '' });
});

test('of ten thousand numbers the form takes what it has room for, and the comment all', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `+7000${String(1_000_000 + at)}`).join(', ');
  const form = prefill(`Список: ${numbers}`);
  expect(form.phones).toHaveLength(20);
  expect(form.comment).toBe(`Список: ${numbers}`);
});

test('what another app shares comes as title, text and address, each once', () => {
  const shared = (given: Record<string, string>) => handedOver(new URLSearchParams(given));
  expect(shared({ title: 'Оля', text: '+70001112233', url: 'https://a.test/' })).toBe(
    'Оля\n+70001112233\nhttps://a.test/',
  );
  expect(shared({ title: 'Оля', text: 'Оля https://a.test/', url: 'https://a.test/' })).toBe(
    'Оля https://a.test/',
  );
  expect(shared({})).toBe('');
});
