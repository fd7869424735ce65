/** An answer about a client that proves nothing: what it has made is looked for first, and its secret is put right. */
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import {
  begin,
  button,
  CLIENTS,
  type ClientsBackend,
  dialog,
  edit,
  FIRST,
  field,
  openClients,
  press,
  STORE,
} from '#tests/support/credential-screens.tsx';
import { answerOf } from '#tests/support/network.ts';

let backend: ClientsBackend;

beforeEach(async () => {
  backend = await openClients(STORE);
});

it.each<[string, () => Response]>([
  [
    'cut',
    () => new Response('{"id":3,"na', { status: 201, headers: { 'content-type': 'application/json' } }),
  ],
  ['{}', () => answerOf({}, 201)],
  ['a page', () => new Response('<html>', { status: 201, headers: { 'content-type': 'text/html' } })],
])(
  '201 that cannot be read (%s): what is found is deleted, and the form is kept for another',
  async (_, said) => {
    await begin();
    backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example' });
    backend.network.answer(CLIENTS, said);
    await press('Создать');
    expect(await within(dialog()).findByText(/Удалите этого клиента и создайте его заново/)).toBeTruthy();
    await press('Удалить этого клиента');
    await userEvent.type(await screen.findByRole('textbox'), 'удалить');
    await press('Удалить');
    expect(await screen.findByText('Клиент Касса удален')).toBeTruthy();
    await press('Создать клиента');
    expect([field(/^Название/).value, field(/^Адреса/).value]).toEqual(['Касса', 'https://till.example']);
  },
);

it('201 that cannot be read of a server that replaces secrets: that is offered at once', async () => {
  await begin();
  backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example', last_used_at: null });
  backend.network.answer(CLIENTS, () => answerOf({}, 201));
  await press('Создать');
  expect(await within(dialog()).findByText(/секрет не получен\. Замените секрет/)).toBeTruthy();
  await press('Заменить секрет');
  expect(screen.getByRole('dialog', { name: 'Заменить секрет клиента Касса?' })).toBeTruthy();
  await press('Заменить секрет');
  expect(await screen.findByText(/Секрет клиента Касса заменен/)).toBeTruthy();
  expect(backend.sent('POST')).toHaveLength(1);
});

it('Enter after that makes no second one', async () => {
  await begin();
  backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example' });
  backend.network.answer(CLIENTS, () => answerOf({}, 201));
  await press('Создать');
  await within(dialog()).findByText(/Удалите этого клиента и создайте его заново/);
  await userEvent.type(field(/^Название/), '{Enter}');
  fireEvent.submit(field(/^Название/));
  expect(within(dialog()).getByText(/Удалите этого клиента и создайте его заново/)).toBeTruthy();
  expect([backend.rows.length, button('Удалить этого клиента').disabled]).toEqual([2, false]);
  expect(backend.sent('POST')).toEqual([]);
});

it('one of the same values that another window made before is not taken for it', async () => {
  await begin();
  backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example' });
  backend.phone.phone.clock.now += MINUTE_MS;
  const held = backend.network.hold(CLIENTS);
  await press('Создать');
  await held.arrived;
  backend.network.answer(CLIENTS, () => answerOf({}, 201));
  held.release();
  expect(await within(dialog()).findByText(/такого клиента в нем нет, можно повторить/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Удалить этого клиента' })).toBeNull();
});

it('where the list could not be read before, what is found in it is offered for nothing', async () => {
  await begin();
  backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example' });
  backend.phone.phone.clock.now += MINUTE_MS;
  // The list, and the reading of the screen after it.
  for (const _ of [1, 2]) backend.network.answer(CLIENTS, () => answerOf({ message: 'busy' }, 500));
  backend.network.answer(CLIENTS, () => answerOf({}, 201));
  await press('Создать');
  expect(await within(dialog()).findByText(/Возможно, клиент создан/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Удалить этого клиента' })).toBeNull();
});

const OTHER = { id: 7, name: 'Чужой', redirect: 'https://other.example', secret: 'secret-of-7' };

it.each([
  ['another client', OTHER],
  ['a client that was there', { ...STORE, secret: 'secret-of-1' }],
  ['an id alone', { id: 5 }],
])('a create that is answered with %s has made nothing, and hands out no secret', async (_, said) => {
  await begin();
  backend.network.answer(CLIENTS, () => answerOf(said, 201));
  await press('Создать');
  expect(await within(dialog()).findByText(/такого клиента в нем нет, можно повторить/)).toBeTruthy();
  expect(screen.queryByText(/сообщается только сейчас/)).toBeNull();
  expect(field(/^Название/).value).toBe('Касса');
});

it.each([
  ['the client from before', STORE],
  ['another client of the new values', { ...STORE, id: 7, name: 'Новый' }],
  ['an id alone', { id: 1 }],
])('a change that is answered with %s is not told as done, and keeps what was typed', async (_, said) => {
  await edit('Склад');
  const typed = field(/^Название/).value;
  backend.network.answer(FIRST, () => answerOf(said));
  await press('Сохранить');
  expect(await within(dialog()).findByText(/там прежние значения/)).toBeTruthy();
  expect(screen.queryByText(/изменен$/)).toBeNull();
  expect(field(/^Название/).value).toBe(typed);
});
