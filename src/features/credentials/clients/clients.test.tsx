import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  alert,
  askToRemove,
  begin,
  button,
  CLIENTS,
  type ClientsBackend,
  clientsBackend,
  dialog,
  edit,
  FIRST,
  field,
  fill,
  noDialog,
  openClients,
  press,
  STORE,
  WHOOPS,
} from '#tests/support/credential-screens.tsx';
import { answerOf } from '#tests/support/network.ts';
import { everythingStored } from '#tests/support/screen.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { Clients } from './clients.tsx';

const OLD = { id: 'a-b', name: 'Давний', redirect: 'https://old.example', secret: 'shown-always' };

let backend: ClientsBackend;

beforeEach(async () => {
  backend = await openClients(STORE, OLD);
});

const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement; // a cell stands in a row

/** Makes a client. */
async function make(): Promise<void> {
  await begin();
  await press('Создать');
  await screen.findByText(/сообщается только сейчас/);
}

/** The same answer to the call and to its repetitions: one without JSON is asked for again ([S31]). */
function answerEach(path: string, answer: () => Response) {
  for (let time = 0; time < 3; time += 1) backend.network.answer(path, answer);
}

describe('the list', () => {
  it('tells id, name and addresses; a secret that is not told is a dash', async () => {
    expect(rowOf('Склад').textContent).toBe('Склад1https://store.example/back-');
    expect(screen.getByText(/oauth.authorize/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.authorize$/);
    expect(screen.getByText(/oauth.token/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.token$/);
  });

  it("keeps an old Passport's secrets masked until they are asked for", async () => {
    expect(document.body.innerHTML).not.toContain('shown-always');
    await press('Показать: Секрет клиента Давний');
    expect(within(dialog()).getByText('shown-always')).toBeTruthy();
  });

  it.each([
    ['JSON', () => answerOf({ message: 'The route oauth/clients could not be found.' }, 404)],
    ['HTML', () => new Response('<html>', { status: 404 })],
  ])('that is not offered (%s) is told so, and nothing can be made', async (_what, answer) => {
    cleanup();
    backend = await clientsBackend(STORE);
    answerEach(CLIENTS, answer);
    backend.phone.show(<Clients />);
    expect(await screen.findByText(/ Этот сервер не дает управлять этим отсюда\.$/)).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Повторить']);
  });

  it('that is refused is told in words, here and not on a screen of its own', async () => {
    cleanup();
    backend = await clientsBackend(STORE);
    backend.network.fault(CLIENTS, '403');
    backend.phone.show(<Clients />);
    expect(await screen.findByText(/не показывает этот список/)).toBeTruthy();
  });
});

describe('a new client', () => {
  it('closes the form and refreshes the list; its secret is told once, in a dialog, and can be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await begin('Касса', 'https://till.example/back');
    await press('Создать');
    const shown = await screen.findByRole('dialog', { name: 'Клиент Касса создан' });
    expect(within(shown).getByText('secret-of-3')).toBeTruthy();
    expect([wouldLoseInput(), leaveWords()?.title]).toEqual([true, 'Уйти, не взяв секрет?']);
    await press('Скопировать: Секрет клиента Касса');
    expect(write).toHaveBeenCalledExactlyOnceWith('secret-of-3');
    await press('Я скопировал секрет');
    await noDialog();
    expect(wouldLoseInput()).toBe(false);
    expect(rowOf('Касса').textContent).toContain('till.example/back-');
    expect(backend.sent('POST').map(({ body }) => JSON.parse(body))).toEqual([
      { name: 'Касса', redirect: 'https://till.example/back' },
    ]);
  });

  it('keeps its secret in sight even if the list is refused now', async () => {
    await make();
    backend.network.fault(CLIENTS, '403');
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText(/не показывает этот список/)).toBeTruthy();
    expect(screen.getByText('secret-of-3')).toBeTruthy();
    expect(wouldLoseInput()).toBe(true);
  });

  it('leaves no trace of its secret: neither in a storage nor in the document', async () => {
    await make();
    await press('Я скопировал секрет');
    await noDialog();
    cleanup();
    backend.phone.show(<Clients />);
    await screen.findByText('Касса');
    expect(document.body.innerHTML).not.toMatch(/secret-of-3|shown-always/);
    const kept = await everythingStored(backend.phone);
    expect(kept).not.toMatch(/secret-of-3|shown-always/);
    expect(kept).toContain('Анна');
  });

  it.each([
    ['nothing', '', ''],
    ['more than fits', 'я'.repeat(256), `https://a.example/${'я'.repeat(2000)}`],
  ])('with %s is sent all the same: the server refuses it, in the red box', async (_what, name, redirect) => {
    const errors = { name: ['Название не годится'], redirect: ['Адрес не годится'] };
    backend.network.answer(CLIENTS, () => answerOf({ message: 'invalid', errors }, 422));
    await begin(name, redirect);
    await press('Создать');
    expect(await alert()).toBe(`${WHOOPS}Название не годитсяАдрес не годится`);
  });

  it('may have an address that looks wrong: it is doubted, and the server decides', async () => {
    await begin('Телефон', 'com.example.app:/back');
    const doubt = await within(dialog()).findByText(/Похоже на ошибку/);
    expect(doubt.textContent).toContain('com.example.app:/back');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    expect(backend.rows.at(-1)?.redirect).toBe('com.example.app:/back');
  });

  it('may have its addresses on lines of their own', async () => {
    await begin('Касса', 'https://a.example\nhttps://b.example, https://c.example,');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    expect(backend.rows.at(-1)?.redirect).toBe('https://a.example,https://b.example,https://c.example');
  });

  it('is there again with what was typed when the dialog is opened again', async () => {
    await begin();
    expect(wouldLoseInput()).toBe(true);
    await press('Отмена');
    await press('Создать клиента');
    expect(field(/^Название/).value).toBe('Касса');
  });
});

describe('an edited client', () => {
  it('closes the dialog and refreshes the list', async () => {
    await press('Редактировать: Давний');
    expect(field(/^Адреса/).value).toBe(OLD.redirect);
    fill('Новый', 'https://new.example, https://other.example');
    await press('Сохранить');
    await noDialog();
    await waitFor(() => expect(rowOf('Новый').textContent).toContain('https://other.example'));
    expect(backend.sent('PUT').map(({ path }) => path)).toEqual(['/oauth/clients/a-b']);
  });
});

it('an edit that was closed untouched begins with what the server has by then', async () => {
  await press('Редактировать: Склад');
  await press('Отмена');
  backend.rows = [{ ...STORE, redirect: 'https://elsewhere.example' }];
  await press('Обновить');
  await screen.findByText('https://elsewhere.example');
  await press('Редактировать: Склад');
  expect(field(/^Адреса/).value).toBe('https://elsewhere.example');
});

describe('a client that is to be deleted', () => {
  it('goes after the word is typed', async () => {
    await press('Удалить: Склад');
    const question = dialog();
    expect(question.textContent).toContain('потеряют доступ');
    const button = within(question).getByRole<HTMLButtonElement>('button', { name: 'Удалить' });
    expect(button.disabled).toBe(true);
    await userEvent.type(within(question).getByRole('textbox'), 'удалить');
    button.click();
    button.click();
    await waitFor(() => expect(screen.queryByText('Склад')).toBeNull());
    expect(backend.sent('DELETE').map(({ path }) => path)).toEqual(['/oauth/clients/1']);
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Создать клиента');
  });
});

describe('a refusal', () => {
  it('stands in the box, and what was typed stays', async () => {
    await begin();
    backend.network.answer(CLIENTS, () => answerOf({ redirect: ['Не тот адрес'], name: ['Занято'] }, 422));
    await press('Создать');
    expect(await alert()).toBe(`${WHOOPS}Не тот адресЗанято`);
    expect([field(/^Название/).value, field(/^Адреса/).value]).toEqual(['Касса', 'https://till.example']);
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    expect(backend.rows.at(-1)?.name).toBe('Касса');
  });

  it('of an edit stands in the box as well, and another try clears it', async () => {
    await edit('Склад');
    backend.network.answer(FIRST, () => answerOf({ errors: { name: ['Занято'] } }, 422));
    await press('Сохранить');
    expect(await alert()).toBe(`${WHOOPS}Занято`);
    expect(field(/^Название/).getAttribute('aria-invalid')).toBe('true');
    await press('Сохранить');
    await noDialog();
  });
});

describe('an answer that is lost', () => {
  it('after the client was made: it is found in the list and not made again', async () => {
    await begin();
    backend.network.fault(CLIENTS, 'drop-after');
    await press('Создать');
    expect(await within(dialog()).findByText(/клиент создан, но его секрет не получен/)).toBeTruthy();
    expect(await alert()).toContain(WHOOPS);
    expect(await alert()).not.toContain('Please try again');
    expect(within(dialog()).queryByRole('button', { name: 'Создать' })).toBeNull();
    expect(backend.sent('POST')).toHaveLength(1);
    await userEvent.click(within(dialog()).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
    expect(screen.getByText('Касса')).toBeTruthy();
    await press('Создать клиента');
    expect(field(/^Название/).value).toBe('');
  });

  it('before it was made: the list says so, and it can be made', async () => {
    await begin();
    backend.network.fault(CLIENTS, 'drop-before');
    await press('Создать');
    expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
    await press('Создать');
    expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
    expect(backend.rows.filter(({ name }) => name === 'Касса')).toHaveLength(1);
  });

  it('before it was made, while there is another client just like it: that one is not taken for it', async () => {
    backend.rows.push({ id: 3, name: 'Касса', redirect: 'https://till.example' });
    await press('Обновить');
    await screen.findByText('Касса');
    await begin();
    backend.network.fault(CLIENTS, '500-before');
    await press('Создать');
    expect(await within(dialog()).findByText(/такого клиента в нем нет/)).toBeTruthy();
    await press('Создать');
    expect(await screen.findByText(/сообщается только сейчас/)).toBeTruthy();
    expect(backend.rows.filter(({ name }) => name === 'Касса')).toHaveLength(2);
  });

  it('together with the list: nothing is made before the list has been looked at', async () => {
    await begin();
    backend.network.fault(CLIENTS, '500-after');
    backend.network.fault(CLIENTS, '503', 2);
    await press('Создать');
    expect(await within(dialog()).findByText(/перед повтором он будет проверен/)).toBeTruthy();
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
    await press('Создать');
    expect(await within(dialog()).findByText(/клиент создан, но его секрет не получен/)).toBeTruthy();
    expect(backend.sent('POST')).toHaveLength(1);
  });

  it('of an edit that was done closes the dialog: the list shows it', async () => {
    await edit('Склад');
    backend.network.fault(FIRST, 'drop-after');
    await press('Сохранить');
    await noDialog();
    expect(await screen.findByText('Новый')).toBeTruthy();
  });

  it('of an edit that was not done says so', async () => {
    await edit('Склад');
    backend.network.fault(FIRST, '500-before');
    await press('Сохранить');
    expect(await within(dialog()).findByText(/там прежние значения/)).toBeTruthy();
  });

  it('of a deletion: the list says whether it is done', async () => {
    await askToRemove('Склад');
    backend.network.fault(FIRST, '500-before');
    await press('Удалить');
    expect(await within(dialog()).findByText(/ничего не изменилось/)).toBeTruthy();
    backend.network.fault(FIRST, 'drop-after');
    await press('Удалить');
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(screen.queryByText('Склад')).toBeNull();
  });

  it('of a deletion together with the list: nobody knows, and that is said', async () => {
    await askToRemove('Склад');
    backend.network.fault(FIRST, '500-after');
    backend.network.fault(CLIENTS, '503', 2);
    await press('Удалить');
    expect(await within(dialog()).findByText(/неизвестно, сделано ли это/)).toBeTruthy();
    await press('Проверить');
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(backend.sent('DELETE')).toHaveLength(1);
  });
});

describe('a client that is gone already', () => {
  const gone = () => new Response('', { status: 404 });

  it('is calmly told so when it is edited, and the list is read again', async () => {
    await edit('Склад');
    backend.rows = [];
    answerEach(FIRST, gone);
    await press('Сохранить');
    await noDialog();
    expect(await screen.findByText('Клиентов пока нет')).toBeTruthy();
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
  });

  it('is calmly told so when it is deleted', async () => {
    await askToRemove('Склад');
    backend.rows = [];
    answerEach(FIRST, gone);
    await press('Удалить');
    await noDialog();
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    expect(screen.queryByText(WHOOPS)).toBeNull();
  });

  it('is not believed to be so while the list still has it', async () => {
    await askToRemove('Склад');
    answerEach(FIRST, gone);
    await press('Удалить');
    expect(await within(dialog()).findByText(/Список прочитан заново: ничего не изменилось/)).toBeTruthy();
    expect(screen.getByText('Склад')).toBeTruthy();
  });
});

describe('what is in the way', () => {
  it('without a network the form can be filled, and the button says why it cannot be pressed', async () => {
    await begin();
    backend.network.off();
    await press('Создать');
    expect(await within(dialog()).findByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
    expect(button('Создать').disabled).toBe(true);
    fill('Касса 2', 'https://till.example');
    await userEvent.type(field(/^Название/), '{Enter}');
    expect(backend.sent('POST')).toHaveLength(0);
    backend.network.on();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(button('Создать').disabled).toBe(false));
  });

  it('a deletion is not even tried', async () => {
    await askToRemove('Склад');
    await backend.phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    await press('Удалить');
    expect(backend.sent('DELETE')).toHaveLength(0);
  });
});
