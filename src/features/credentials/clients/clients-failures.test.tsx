import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alert,
  askToRemove,
  begin,
  button,
  CLIENTS,
  type ClientsScreen,
  clientsScreen,
  dialog,
  edit,
  FIRST,
  field,
  fill,
  press,
  STORE,
  WHOOPS,
} from '#tests/support/credential-screens.tsx';
import { answerOf } from '#tests/support/network.ts';

let desk: ClientsScreen;
beforeEach(async () => {
  desk = await clientsScreen(STORE);
});

describe('a refusal', () => {
  it('stands in the box, and what was typed stays', async () => {
    await desk.open();
    await begin();
    desk.phone.network.answer(CLIENTS, () => answerOf({ redirect: ['Не тот адрес'], name: ['Занято'] }, 422));
    await press('Создать');
    expect(await alert()).toBe(`${WHOOPS}Не тот адресЗанято`);
    expect([field(/^Название/).value, field(/^Адреса/).value]).toEqual(['Касса', 'https://till.example']);
    await press('Создать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.rows.at(-1)?.name).toBe('Касса');
  });

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
  it('after the client was made: it is found in the list and not made again', async () => {
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, 'drop-after');
    await press('Создать');
    expect(await within(dialog()).findByText(/клиент создан, но без его секрета/)).toBeTruthy();
    expect(await alert()).toContain(WHOOPS);
    expect(button('Создать').disabled).toBe(true);
    expect(desk.sent('POST')).toHaveLength(1);
    await userEvent.click(within(dialog()).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
    expect(screen.getByText('Касса')).toBeTruthy();
    await press('Создать клиента');
    expect(field(/^Название/).value).toBe('');
  });

  it('before it was made: the list says so, and it can be made', async () => {
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, 'drop-before');
    await press('Создать');
    expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
    await press('Создать');
    expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
    expect(desk.rows.filter(({ name }) => name === 'Касса')).toHaveLength(1);
  });

  it('before it was made, while there is another client just like it: that one is not taken for it', async () => {
    desk.rows.push({ id: 2, name: 'Касса', redirect: 'https://till.example' });
    await desk.open();
    await begin();
    desk.phone.network.fault(CLIENTS, '500-before');
    await press('Создать');
    expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
    await press('Создать');
    expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
    expect(desk.rows.filter(({ name }) => name === 'Касса')).toHaveLength(2);
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

describe('a client that is gone already', () => {
  const gone = () => new Response('', { status: 404 });

  it('is calmly told so when it is edited, and the list is read again', async () => {
    await desk.open();
    await edit('Склад');
    desk.rows = [];
    desk.phone.network.answer(FIRST, gone);
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Клиентов пока нет')).toBeTruthy();
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
  });

  it('is calmly told so when it is deleted', async () => {
    await desk.open();
    await askToRemove('Склад');
    desk.rows = [];
    desk.phone.network.answer(FIRST, gone);
    await press('Удалить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    expect(screen.queryByText(WHOOPS)).toBeNull();
  });

  it('is not believed to be so while the list still has it', async () => {
    await desk.open();
    await askToRemove('Склад');
    desk.phone.network.answer(FIRST, gone);
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
    fill('Касса 2', 'https://till.example');
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
});
