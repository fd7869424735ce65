// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, type Fault } from '#tests/support/network.ts';
import { type OwnClients, ownClients } from '#tests/support/own-clients.ts';
import { type RemotePhone, remotePhone } from '#tests/support/remote.tsx';
import { Entered, setWidth } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { Clients } from './clients.tsx';

const STORE = { id: 1, name: 'Склад', redirect: 'https://store.example/back' };
const USER = { id: 1, name: 'Анна', email: '', role: {}, can: {} };

let own: OwnClients;
let phone: RemotePhone;

beforeEach(async () => {
  own = ownClients(STORE);
  phone = await remotePhone(request =>
    new URL(request.url).pathname.startsWith('/oauth/clients') ? own.answer(request) : answerOf(USER),
  );
  setWidth(1280);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  phone.show(
    <Entered>
      <Clients />
      <Toasts />
    </Entered>,
  );
  await screen.findByText(STORE.name);
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => userEvent.click(button(name));
const dialog = () => screen.getByRole('dialog');
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const sent = (method: string) =>
  phone.network.seen.filter(seen => seen.method === method && seen.path.startsWith(CREATED)).length;
const alert = async () => (await within(dialog()).findByRole('alert')).textContent;
const CREATED = '/oauth/clients';
const STORED = '/oauth/clients/1';

async function fill(name: string, redirect: string) {
  await userEvent.clear(field(/^Название/));
  await userEvent.type(field(/^Название/), name);
  await userEvent.clear(field(/^Адреса/));
  await userEvent.type(field(/^Адреса/), redirect);
}

/** Fills the form of a new client; nothing is sent yet. */
async function begin() {
  await open();
  await press('Создать клиента');
  await fill('Касса', 'https://till.example');
}

async function edit() {
  await open();
  await press('Редактировать: Склад');
  await fill('Новый', 'https://new.example');
}

async function askToRemove() {
  await open();
  await press('Удалить: Склад');
  await userEvent.type(within(dialog()).getByRole('textbox'), 'удалить');
}

const WHOOPS = 'Whoops! Something went wrong!';

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
      await begin();
      phone.network.answer(CREATED, () => answerOf(body, 422));
      await press('Создать');
      expect(await alert()).toBe(WHOOPS + words);
      expect([field(/^Название/).value, field(/^Адреса/).value]).toEqual(['Касса', 'https://till.example']);
      await press('Создать');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(own.rows.at(-1)?.name).toBe('Касса');
    },
  );

  it('of an edit stands in the box as well, and another try clears it', async () => {
    await edit();
    phone.network.answer(STORED, () => answerOf({ errors: { name: ['Занято'] } }, 422));
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
      await begin();
      phone.network.fault(CREATED, fault);
      await press('Создать');
      expect(await within(dialog()).findByText(/клиент создан, но без его секрета/)).toBeTruthy();
      expect(await alert()).toContain(WHOOPS);
      expect(button('Создать').disabled).toBe(true);
      expect(sent('POST')).toBe(1);
      await userEvent.click(within(dialog()).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
      expect(screen.getByText('Касса')).toBeTruthy();
      await press('Создать клиента');
      expect(field(/^Название/).value).toBe('');
    },
  );

  it.each<Fault>(['drop-before', '500-before', 'html'])(
    'before it was made (%s): the list says so, and it can be made',
    async fault => {
      await begin();
      phone.network.fault(CREATED, fault);
      await press('Создать');
      expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
      await waitFor(() => expect(button('Создать').disabled).toBe(false));
      await press('Создать');
      expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
      expect(own.rows.filter(({ name }) => name === 'Касса')).toHaveLength(1);
    },
  );

  it('together with the list: nothing is made before the list has been looked at', async () => {
    await begin();
    phone.network.fault(CREATED, '500-after');
    phone.network.fault(CREATED, '503', 2);
    await press('Создать');
    expect(await within(dialog()).findByText(/перед повтором он будет проверен/)).toBeTruthy();
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
    await press('Создать');
    expect(await within(dialog()).findByText(/клиент создан, но без его секрета/)).toBeTruthy();
    expect(sent('POST')).toBe(1);
  });

  it('of an edit that was done closes the dialog: the list shows it', async () => {
    await edit();
    phone.network.fault(STORED, 'drop-after');
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Новый')).toBeTruthy();
  });

  it('of an edit that was not done says so', async () => {
    await edit();
    phone.network.fault(STORED, '500-before');
    await press('Сохранить');
    expect(await within(dialog()).findByText(/там прежние значения/)).toBeTruthy();
  });

  it('of a deletion: the list says whether it is done', async () => {
    await askToRemove();
    phone.network.fault(STORED, '500-before');
    await press('Удалить');
    expect(await within(dialog()).findByText(/клиент не удален/)).toBeTruthy();
    phone.network.fault(STORED, 'drop-after');
    await press('Удалить');
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(screen.queryByText('Склад')).toBeNull();
  });

  it('of a deletion together with the list: nobody knows, and that is said', async () => {
    await askToRemove();
    phone.network.fault(STORED, '500-after');
    phone.network.fault(CREATED, '503', 2);
    await press('Удалить');
    expect(await within(dialog()).findByText(/неизвестно, удален ли клиент/)).toBeTruthy();
  });
});

describe('a client that is gone already', () => {
  const gone: [string, () => Response][] = [
    ['an empty answer', () => new Response('', { status: 404 })],
    ['JSON', () => answerOf({ message: 'Not found.' }, 404)],
  ];
  it.each(gone)(
    'is calmly told so when it is edited (%s), and the list is read again',
    async (_what, answer) => {
      await edit();
      own.rows = [];
      phone.network.answer(STORED, answer);
      await press('Сохранить');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await screen.findByText('Клиентов пока нет')).toBeTruthy();
      expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    },
  );

  it.each(gone)('is calmly told so when it is deleted (%s)', async (_what, answer) => {
    await askToRemove();
    own.rows = [];
    phone.network.answer(STORED, answer);
    await press('Удалить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    expect(screen.queryByText(WHOOPS)).toBeNull();
  });

  it('is not believed to be so while the list still has it', async () => {
    await askToRemove();
    phone.network.answer(STORED, () => new Response('', { status: 404 }));
    await press('Удалить');
    expect(await within(dialog()).findByText('Сервер не удалил клиента.')).toBeTruthy();
    expect(screen.getByText('Склад')).toBeTruthy();
  });
});

describe('what is in the way', () => {
  it('without a network the form can be filled, and the button says why it cannot be pressed', async () => {
    await begin();
    phone.network.off();
    await press('Создать');
    expect(await within(dialog()).findByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
    expect(button('Создать').disabled).toBe(true);
    await fill('Касса 2', 'https://till.example');
    await userEvent.type(field(/^Название/), '{Enter}');
    expect(sent('POST')).toBe(0);
    phone.network.on();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
  });

  it('without a session it says to sign in, and keeps what was typed', async () => {
    await begin();
    await phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    expect(button('Создать').disabled).toBe(true);
    expect(field(/^Название/).value).toBe('Касса');
  });

  it('a deletion is not even tried', async () => {
    await askToRemove();
    await phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    await press('Удалить');
    expect(sent('DELETE')).toBe(0);
  });

  it('a 401 that no renewal helps leaves the dialog, with the reason', async () => {
    await begin();
    phone.network.fault(CREATED, '401', 2);
    await press('Создать');
    expect(await alert()).toContain('Сессия закончилась: войдите, чтобы продолжить.');
    expect(field(/^Название/).value).toBe('Касса');
  });

  it('a 403 says what the server says', async () => {
    await begin();
    phone.network.answer(CREATED, () => answerOf({ message: 'This action is unauthorized.' }, 403));
    await press('Создать');
    expect(await alert()).toBe(`${WHOOPS}This action is unauthorized.`);
  });
});
