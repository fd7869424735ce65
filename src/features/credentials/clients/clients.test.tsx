import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  begin,
  CLIENTS,
  type ClientsScreen,
  clientsScreen,
  dialog,
  field,
  fill,
  press,
  STORE,
} from '#tests/support/credential-screens.tsx';
import { answerOf } from '#tests/support/network.ts';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { Clients } from './clients.tsx';

const OLD = { id: 'a-b', name: 'Давний', redirect: 'https://old.example', secret: 'told-always' };

let desk: ClientsScreen;

beforeEach(async () => {
  desk = await clientsScreen(STORE, OLD);
});

const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement; // a cell stands in a row

describe('the list', () => {
  it('tells id, name and addresses; a secret that is not told is a dash', async () => {
    await desk.open();
    expect(rowOf('Склад').textContent).toBe('Склад1https://store.example/back-');
    expect(screen.getByText(/oauth.authorize/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.authorize$/);
    expect(screen.getByText(/oauth.token/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.token$/);
  });

  it("keeps an old Passport's secrets masked until they are asked for", async () => {
    await desk.open();
    expect(document.body.innerHTML).not.toContain('told-always');
    await press('Показать: Секрет клиента Давний');
    expect(within(rowOf('Давний')).getByText('told-always')).toBeTruthy();
  });

  it.each([
    ['JSON', () => answerOf({ message: 'The route oauth/clients could not be found.' }, 404)],
    ['HTML', () => new Response('<html>', { status: 404 })],
  ])('that is not offered (%s) is told so, and nothing can be made', async (_what, answer) => {
    desk.phone.network.answer(CLIENTS, answer);
    desk.phone.show(<Clients />);
    expect(await screen.findByText('Этот сервер не дает управлять этим отсюда.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that is refused is told in words, here and not on a screen of its own', async () => {
    desk.phone.network.fault(CLIENTS, '403');
    desk.phone.show(<Clients />);
    expect(await screen.findByText(/не показывает этот список/)).toBeTruthy();
  });

  it('that does not come says why', async () => {
    desk.phone.network.off();
    desk.phone.show(<Clients />);
    expect(await screen.findByText(/работает только при связи/)).toBeTruthy();
  });
});

describe('a new client', () => {
  it('closes the dialog and refreshes the list; its secret is told once, masked, and can be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await desk.open();
    await begin('Касса', 'https://till.example/back');
    await press('Создать');
    const told = (await screen.findByText(/сообщается только сейчас/)).closest('li') as HTMLElement; // its item
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(rowOf('Касса').textContent).toContain('показан над списком'));
    expect(document.activeElement).toBe(told);
    expect(document.body.innerHTML).not.toContain('secret-of-3');
    expect([wouldLoseInput(), leaveWords()?.title]).toEqual([true, 'Уйти, не взяв секрет?']);
    expect(within(told).queryByRole('button', { name: 'Убрать' })).toBeNull();
    await press('Скопировать: Секрет клиента Касса');
    expect(write).toHaveBeenCalledExactlyOnceWith('secret-of-3');
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
    await press('Убрать');
    expect(rowOf('Касса').textContent).toContain('till.example/back-');
    expect(desk.sent('POST').map(({ body }) => JSON.parse(body))).toEqual([
      { name: 'Касса', redirect: 'https://till.example/back' },
    ]);
  });

  it('is seen: leaving does not ask any more', async () => {
    await desk.open();
    await begin('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Показать: Секрет клиента Касса');
    expect(screen.getByText('secret-of-3')).toBeTruthy();
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
  });

  it('keeps its secret in sight even if the list is refused now', async () => {
    await desk.open();
    await begin('Касса', 'https://till.example');
    await press('Создать');
    await waitFor(() => expect(rowOf('Касса').textContent).toContain('показан над списком'));
    desk.phone.network.fault(CLIENTS, '403');
    await press('Обновить');
    expect(await screen.findByText(/не показывает этот список/)).toBeTruthy();
    expect(screen.getByText(/сообщается только сейчас/)).toBeTruthy();
    expect(wouldLoseInput()).toBe(true);
  });

  it('leaves no trace of its secret behind: neither in a storage nor in the document', async () => {
    await desk.open();
    await begin('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Показать: Секрет клиента Касса');
    await screen.findByText('secret-of-3');
    cleanup();
    desk.phone.show(<Clients />);
    await screen.findByText('Касса');
    expect(document.body.innerHTML).not.toMatch(/secret-of-3|told-always/);
    const kept = [{ ...localStorage }, { ...sessionStorage }, await everythingStored()];
    expect(JSON.stringify(kept)).not.toMatch(/secret-of-3|told-always/);
    expect(JSON.stringify(kept)).toContain('Анна');
  });

  it('needs a name and an address, and says so before anything is sent', async () => {
    await desk.open();
    await press('Создать клиента');
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^2 ошибки/);
    fill('я'.repeat(256), 'https://a.example');
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^1 ошибка/);
    expect(desk.sent('POST')).toEqual([]);
  });

  it('may have an address that looks wrong: it is doubted, and the server decides', async () => {
    await desk.open();
    await begin('Телефон', 'com.example.app:/back');
    const doubt = await within(dialog()).findByText(/Похоже на ошибку/);
    expect(doubt.textContent).toContain('com.example.app:/back');
    await press('Создать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.rows.at(-1)?.redirect).toBe('com.example.app:/back');
  });

  it('may have its addresses on lines of their own', async () => {
    await desk.open();
    await begin('Касса', 'https://a.example\nhttps://b.example, https://c.example,');
    await press('Создать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(desk.rows.at(-1)?.redirect).toBe('https://a.example,https://b.example,https://c.example');
  });

  it('is there again with what was typed when the dialog is opened again', async () => {
    await desk.open();
    await begin('Касса', 'https://till.example');
    expect(wouldLoseInput()).toBe(true);
    await press('Отмена');
    await press('Создать клиента');
    expect(field(/^Название/).value).toBe('Касса');
  });
});

describe('an edited client', () => {
  it('closes the dialog and refreshes the list', async () => {
    await desk.open();
    await press('Редактировать: Давний');
    expect(field(/^Адреса/).value).toBe(OLD.redirect);
    fill('Новый', 'https://new.example, https://other.example');
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(rowOf('Новый').textContent).toContain('https://other.example'));
    expect(desk.sent('PUT').map(({ path }) => path)).toEqual(['/oauth/clients/a-b']);
  });
});

it('an edit that was closed untouched begins with what the server has by then', async () => {
  await desk.open();
  await press('Редактировать: Склад');
  await press('Отмена');
  desk.rows = [{ ...STORE, redirect: 'https://elsewhere.example' }];
  await press('Обновить');
  await screen.findByText('https://elsewhere.example');
  await press('Редактировать: Склад');
  expect(field(/^Адреса/).value).toBe('https://elsewhere.example');
});

describe('a client that is to be deleted', () => {
  it('goes after the word is typed', async () => {
    await desk.open();
    await press('Удалить: Склад');
    const question = dialog();
    expect(question.textContent).toContain('потеряют доступ');
    const button = within(question).getByRole<HTMLButtonElement>('button', { name: 'Удалить' });
    expect(button.disabled).toBe(true);
    await userEvent.type(within(question).getByRole('textbox'), 'удалить');
    button.click();
    button.click();
    await waitFor(() => expect(screen.queryByText('Склад')).toBeNull());
    expect(desk.sent('DELETE').map(({ path }) => path)).toEqual(['/oauth/clients/1']);
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Создать клиента');
  });

  it('takes its secret with it', async () => {
    await desk.open();
    await begin('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Удалить: Касса');
    await userEvent.type(within(dialog()).getByRole('textbox'), 'удалить');
    await press('Удалить');
    await waitFor(() => expect(screen.queryByText(/сообщается только сейчас/)).toBeNull());
    expect(wouldLoseInput()).toBe(false);
  });
});

/** Every row of both databases of this device. */
async function everythingStored(): Promise<unknown[]> {
  const found: unknown[] = [];
  const databases = [desk.phone.device.db, desk.phone.device.cacheOf('')];
  for (const database of databases) for (const table of database.tables) found.push(await table.toArray());
  return found;
}
