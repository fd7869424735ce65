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

test('what another app shares comes as title and text', () => {
  expect(handedOver(new URLSearchParams({ title: 'Оля', text: '+70001112233' }))).toBe('Оля +70001112233');
  expect(handedOver(new URLSearchParams())).toBe('');
});
