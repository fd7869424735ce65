import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { firstLine, ServerWords } from './server-words.tsx';
import { toFieldWords, toServerWords } from './to-server-words.ts';

it.each([
  [400, 'Bad Request', 'Сервер не принял данные'],
  [403, 'Forbidden', 'Нет прав'],
  [404, 'No query results for model [App\\Contact] 777', 'Сервер этого не нашел'],
  [409, 'Conflict', 'Изменено кем-то другим'],
  [412, 'Precondition', 'Изменено кем-то другим'],
  [413, 'Too large', 'Слишком много данных'],
  [419, 'CSRF token mismatch.', 'Страница устарела, обновите ее'],
  [500, 'SQLSTATE[HY000]', 'Сервер ответил ошибкой 500'],
])('%i «%s» is said in our own words, with the original behind them', (status, message, own) => {
  const words = toServerWords({ status, message });
  expect([firstLine(words), words]).toEqual([own, `${own}\n${message}`]);
});

it('a sentence that says nothing is not shown at all, and a field that was refused without words is', () => {
  const message = 'The given data was invalid.';
  expect(toServerWords({ status: 422, message })).toBe('Сервер не принял данные');
  expect(toServerWords({ status: 422, message, fields: { name: ['Занято'] } })).toBe('Занято');
  expect(toFieldWords([])).toBe('Сервер не принял это поле');
});

it('what is Russian stays, of fields before what is said of the whole, and the rest stands behind it', () => {
  expect(toServerWords({ status: 422, message: 'Нельзя' })).toBe('Нельзя');
  const fields = { name: ['The name field is required.'], email: ['Адрес занят'] };
  expect(toServerWords({ status: 422, message: 'Invalid', fields })).toBe(
    'Адрес занят\nThe name field is required.',
  );
  expect(toServerWords({ message: 'Нельзя:\nзанято' })).toBe('Нельзя: занято');
  expect(toServerWords({ status: 422, message: '' })).toBe('');
  expect(toFieldWords(['Пусто'])).toBe('Пусто');
});

it('the original of a field can be unfolded', () => {
  render(<ServerWords words={toFieldWords(['The name field is required.'])} />);
  expect(screen.getByText('Сервер не принял это поле')).toBeTruthy();
  expect(screen.getByRole('group').textContent).toBe('ПодробнееThe name field is required.');
});
