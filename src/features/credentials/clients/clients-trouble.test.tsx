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
import { answerOf, type Fault } from '#tests/support/network.ts';

const { press, button, field, dialog, begin, askToRemove, edit, alert } = clientsHand;

let desk: ClientsDesk;

beforeEach(async () => {
  desk = await clientsDesk(STORE);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a refusal', () => {
  const bodies: [string, unknown, string][] = [
    ['flat', { redirect: ['Не тот адрес'], name: ['Занято'] }, 'Не тот адресЗанято'],
    ['nested', { message: 'invalid', errors: { redirect: ['Не тот адрес'] } }, 'Не тот адрес'],
    ['a mere message', { message: 'Клиентов уже 50' }, 'Клиентов уже 50'],
    ['a string', 'no', 'Something went wrong. Please try again.'],
  ];
  it.each(bodies)(
    'whose body is %s stands in the box, and what was typed stays',
    async (_what, body, words) => {
      await desk.open();
      await begin();
      desk.phone.network.answer(CLIENTS, () => answerOf(body, 422));
      await press('Создать');
      expect(await alert()).toBe(WHOOPS + words);
      expect([field(/^Название/).value, field(/^Адреса/).value]).toEqual(['Касса', 'https://till.example']);
      await press('Создать');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(desk.own.rows.at(-1)?.name).toBe('Касса');
    },
  );

  it('of an edit stands in the box as well, and another try clears it', async () => {
    await desk.open();
    await edit('Склад');
    desk.phone.network.answer(FIRST, () => answerOf({ errors: { name: ['Занято'] } }, 422));
    await press('Сохранить');
    expect(await alert()).toBe(`${WHOOPS}Занято`);
    expect(field(/^Название/).getAttribute('aria-invalid')).toBe('true');
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an answer that is lost', () => {
  it.each<Fault>(['drop-after', '500-after', 'truncated'])(
    'after the client was made (%s): it is found in the list and not made again',
    async fault => {
      await desk.open();
      await begin();
      desk.phone.network.fault(CLIENTS, fault);
      await press('Создать');
      expect(await within(dialog()).findByText(/клиент создан, но без его секрета/)).toBeTruthy();
      expect(await alert()).toContain(WHOOPS);
      expect(button('Создать').disabled).toBe(true);
      expect(desk.sent('POST')).toHaveLength(1);
      await userEvent.click(within(dialog()).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
      expect(screen.getByText('Касса')).toBeTruthy();
      await press('Создать клиента');
      expect(field(/^Название/).value).toBe('');
    },
  );

  it.each<Fault>(['drop-before', '500-before', 'html'])(
    'before it was made (%s): the list says so, and it can be made',
    async fault => {
      await desk.open();
      await begin();
      desk.phone.network.fault(CLIENTS, fault);
      await press('Создать');
      expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
      await waitFor(() => expect(button('Создать').disabled).toBe(false));
      await press('Создать');
      expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
      expect(desk.own.rows.filter(({ name }) => name === 'Касса')).toHaveLength(1);
    },
  );

  it('before it was made, while there is another client just like it: that one is not taken for it', async () => {
    desk.own.rows.push({ id: 2, name: 'Касса', redirect: 'https://till.example' });
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, '500-before');
    await press('Создать');
    expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
    await press('Создать');
    expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
    expect(desk.own.rows.filter(({ name }) => name === 'Касса')).toHaveLength(2);
  });

  it('together with the list: nothing is made before the list has been looked at', async () => {
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, '500-after');
    desk.phone.network.fault(CLIENTS, '503', 2);
    await press('Создать');
    expect(await within(dialog()).findByText(/перед повтором он будет проверен/)).toBeTruthy();
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
    await press('Создать');
    expect(await within(dialog()).findByText(/клиент создан, но без его секрета/)).toBeTruthy();
    expect(desk.sent('POST')).toHaveLength(1);
  });

  it('of an edit that was done closes the dialog: the list shows it', async () => {
    await desk.open();
    await edit('Склад');
    desk.phone.network.fault(FIRST, 'drop-after');
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Новый')).toBeTruthy();
  });

  it('of an edit that was not done says so', async () => {
    await desk.open();
    await edit('Склад');
    desk.phone.network.fault(FIRST, '500-before');
    await press('Сохранить');
    expect(await within(dialog()).findByText(/там прежние значения/)).toBeTruthy();
  });

  it('of a deletion: the list says whether it is done', async () => {
    await desk.open();
    await askToRemove('Склад');
    desk.phone.network.fault(FIRST, '500-before');
    await press('Удалить');
    expect(await within(dialog()).findByText(/ничего не изменилось/)).toBeTruthy();
    desk.phone.network.fault(FIRST, 'drop-after');
    await press('Удалить');
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(screen.queryByText('Склад')).toBeNull();
  });

  it('of a deletion together with the list: nobody knows, and that is said', async () => {
    await desk.open();
    await askToRemove('Склад');
    desk.phone.network.fault(FIRST, '500-after');
    desk.phone.network.fault(CLIENTS, '503', 2);
    await press('Удалить');
    expect(await within(dialog()).findByText(/неизвестно, сделано ли это/)).toBeTruthy();
  });
});
