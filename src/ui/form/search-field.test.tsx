import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { SearchField } from './search-field.tsx';

/** What the parent was told and has not given back yet, as the address does while it is on its way. */
let late: string[] = [];
let setValue: (value: string) => void;

function Parent() {
  const [value, set] = useState('');
  setValue = set;
  return <SearchField label="Имя" value={value} onChange={text => late.push(text)} />;
}

beforeEach(() => {
  late = [];
  render(<Parent />);
});

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Имя' });
const give = (value: string | undefined) => act(() => setValue(value ?? expect.fail('nothing was told')));

test('no key is lost and no older text comes back while the value is late', async () => {
  await userEvent.type(field(), 'Дём');
  expect(field().value).toBe('Дём');
  give(late[0]);
  await userEvent.type(field(), 'ин');
  give(late[2]);
  expect(field().value).toBe('Дёмин');
  give(late[4]);
  await userEvent.type(field(), 'а{Backspace}');
  expect(field().value).toBe('Дёмин');
  expect(late).toEqual(['Д', 'Дё', 'Дём', 'Дёми', 'Дёмин', 'Дёмина', 'Дёмин']);
});

test('Escape in an empty field leaves it, so that the keys of the screen act', async () => {
  field().focus();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
});

test('a value that was not typed here takes the place of the text', async () => {
  await userEvent.type(field(), 'Яков');
  give(late[3]);
  give('Жук');
  expect(field().value).toBe('Жук');
  await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
  expect([field().value, late.at(-1), document.activeElement]).toEqual(['', '', field()]);
  give('');
  give('Яков');
  expect(field().value).toBe('Яков');
});
