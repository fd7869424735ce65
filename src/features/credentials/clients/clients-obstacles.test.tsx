// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CLIENTS,
  type ClientsDesk,
  clientsDesk,
  clientsHand,
  FIRST,
  STORE,
  WHOOPS,
} from '#tests/support/clients-desk.tsx';
import { answerOf } from '#tests/support/network.ts';

const { press, button, field, dialog, fill, begin, askToRemove, edit, alert } = clientsHand;

let desk: ClientsDesk;

beforeEach(async () => {
  desk = await clientsDesk(STORE);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a client that is gone already', () => {
  const gone: [string, () => Response][] = [
    ['an empty answer', () => new Response('', { status: 404 })],
    ['JSON', () => answerOf({ message: 'Not found.' }, 404)],
  ];
  it.each(gone)(
    'is calmly told so when it is edited (%s), and the list is read again',
    async (_what, answer) => {
      await desk.open();
      await edit('Склад');
      desk.own.rows = [];
      desk.phone.network.answer(FIRST, answer);
      await press('Сохранить');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await screen.findByText('Клиентов пока нет')).toBeTruthy();
      expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    },
  );

  it.each(gone)('is calmly told so when it is deleted (%s)', async (_what, answer) => {
    await desk.open();
    await askToRemove('Склад');
    desk.own.rows = [];
    desk.phone.network.answer(FIRST, answer);
    await press('Удалить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    expect(screen.queryByText(WHOOPS)).toBeNull();
  });

  it('is not believed to be so while the list still has it', async () => {
    await desk.open();
    await askToRemove('Склад');
    desk.phone.network.answer(FIRST, () => new Response('', { status: 404 }));
    await press('Удалить');
    expect(await within(dialog()).findByText('Сервер не смог это сделать. Повторите позже.')).toBeTruthy();
    expect(screen.getByText('Склад')).toBeTruthy();
  });
});

describe('what is in the way', () => {
  it('without a network the form can be filled, and the button says why it cannot be pressed', async () => {
    await desk.open();
    await begin();
    desk.phone.network.off();
    await press('Создать');
    expect(await within(dialog()).findByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
    expect(button('Создать').disabled).toBe(true);
    await fill('Касса 2', 'https://till.example');
    await userEvent.type(field(/^Название/), '{Enter}');
    expect(desk.sent('POST')).toHaveLength(0);
    desk.phone.network.on();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
  });

  it('without a session it says to sign in, and keeps what was typed', async () => {
    await desk.open();
    await begin();
    await desk.phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    expect(button('Создать').disabled).toBe(true);
    expect(field(/^Название/).value).toBe('Касса');
  });

  it('a deletion is not even tried', async () => {
    await desk.open();
    await askToRemove('Склад');
    await desk.phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    await press('Удалить');
    expect(desk.sent('DELETE')).toHaveLength(0);
  });

  it('a 401 that no renewal helps leaves the dialog, with the reason', async () => {
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, '401', 2);
    await press('Создать');
    expect(await alert()).toContain('Сессия закончилась: войдите, чтобы продолжить.');
    expect(field(/^Название/).value).toBe('Касса');
  });

  it('a 403 says what the server says', async () => {
    await desk.open();
    await begin();
    desk.phone.network.answer(CLIENTS, () => answerOf({ message: 'This action is unauthorized.' }, 403));
    await press('Создать');
    expect(await alert()).toBe(`${WHOOPS}This action is unauthorized.`);
  });
});
