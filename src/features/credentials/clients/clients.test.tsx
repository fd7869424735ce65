// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { type OwnClients, ownClients } from '#tests/support/own-clients.ts';
import { type RemotePhone, remotePhone } from '#tests/support/remote.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { Toasts } from '#ui/toast.tsx';
import { Clients } from './clients.tsx';

const STORE = { id: 1, name: 'Склад', redirect: 'https://store.example/back' };
const OLD = { id: 'a-b', name: 'Давний', redirect: 'https://old.example', secret: 'told-always' };

let own: OwnClients;
let phone: RemotePhone;

beforeEach(async () => {
  own = ownClients(STORE, OLD);
  phone = await remotePhone(request =>
    new URL(request.url).pathname.startsWith('/oauth/clients') ? own.answer(request) : answerOf({}, 403),
  );
  setWidth(1280);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  phone.show(
    <>
      <Clients />
      <Toasts />
    </>,
  );
  await screen.findByText(STORE.name);
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement; // a cell stands in a row
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const sent = (method: string) => phone.network.seen.filter(seen => seen.method === method);

async function fill(name: string, redirect: string) {
  await userEvent.clear(field(/^Название/));
  await userEvent.type(field(/^Название/), name);
  await userEvent.clear(field(/^Адреса/));
  await userEvent.type(field(/^Адреса/), redirect);
}

describe('the list', () => {
  it('tells id, name and addresses; a secret that is not told is a dash', async () => {
    await open();
    expect(rowOf('Склад').textContent).toBe('Склад1https://store.example/back-');
    expect(screen.getByText(/oauth.authorize/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.authorize$/);
    expect(screen.getByText(/oauth.token/).textContent).toMatch(/^https?:..[\w.:-]+.oauth.token$/);
  });

  it("keeps an old Passport's secrets masked until they are asked for", async () => {
    await open();
    expect(document.body.innerHTML).not.toContain('told-always');
    await press('Показать: Секрет клиента Давний');
    expect(within(rowOf('Давний')).getByText('told-always')).toBeTruthy();
  });

  it('is cards on a phone', async () => {
    setWidth(360);
    await open();
    expect(screen.getByRole('article', { name: 'Склад' }).textContent).toContain(
      'https://store.example/back',
    );
  });

  it.each([
    ['JSON', () => answerOf({ message: 'The route oauth/clients could not be found.' }, 404)],
    ['HTML', () => new Response('<html>', { status: 404 })],
  ])('that is not offered (%s) is told so, and nothing can be made', async (_what, answer) => {
    phone.network.answer('/oauth/clients', answer);
    phone.show(<Clients />);
    expect(await screen.findByText('Этот сервер не дает управлять этим отсюда.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that is refused is told in words, here and not on a screen of its own', async () => {
    phone.network.fault('/oauth/clients', '403');
    phone.show(<Clients />);
    expect(await screen.findByText(/не показывает этот список/)).toBeTruthy();
  });

  it('that does not come says why', async () => {
    phone.network.off();
    phone.show(<Clients />);
    expect(await screen.findByText(/работает только при связи/)).toBeTruthy();
  });
});

describe('a new client', () => {
  it('closes the dialog and refreshes the list; its secret is told once, masked, and can be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://till.example/back');
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
    expect(sent('POST').map(({ body }) => JSON.parse(body))).toEqual([
      { name: 'Касса', redirect: 'https://till.example/back' },
    ]);
  });

  it('is seen: leaving does not ask any more', async () => {
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Показать: Секрет клиента Касса');
    expect(screen.getByText('secret-of-3')).toBeTruthy();
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
  });

  it('leaves no trace of its secret behind: neither in a storage nor in the document', async () => {
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Показать: Секрет клиента Касса');
    await screen.findByText('secret-of-3');
    cleanup();
    phone.show(<Clients />);
    await screen.findByText('Касса');
    expect(document.body.innerHTML).not.toMatch(/secret-of-3|told-always/);
    const kept = [{ ...localStorage }, { ...sessionStorage }, await everythingStored()];
    expect(JSON.stringify(kept)).not.toMatch(/secret-of-3|told-always/);
    expect(JSON.stringify(kept)).toContain('Промоутер');
  });

  it('is made once, however fast the button is pressed', async () => {
    await open();
    const held = phone.network.hold('/oauth/clients');
    await press('Создать клиента');
    await fill('Касса', 'https://till.example');
    const button = screen.getByRole('button', { name: 'Создать' });
    button.click();
    button.click();
    await userEvent.type(field(/^Название/), '{Enter}');
    await held.arrived;
    held.release();
    await screen.findByText(/сообщается только сейчас/);
    expect(sent('POST')).toHaveLength(1);
  });

  it('needs a name and an address, and says so before anything is sent', async () => {
    await open();
    await press('Создать клиента');
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^2 ошибки/);
    await fill('я'.repeat(256), 'https://a.example');
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^1 ошибка/);
    expect(sent('POST')).toEqual([]);
  });

  it('may have an address that looks wrong: it is doubted, and the server decides', async () => {
    await open();
    await press('Создать клиента');
    await fill('Телефон', 'com.example.app:/back');
    const doubt = await within(await dialog()).findByText(/Похоже на ошибку/);
    expect(doubt.textContent).toContain('com.example.app:/back');
    await press('Создать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(own.rows.at(-1)?.redirect).toBe('com.example.app:/back');
  });

  it('may have its addresses on lines of their own', async () => {
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://a.example{Enter}https://b.example, https://c.example,');
    await press('Создать');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(own.rows.at(-1)?.redirect).toBe('https://a.example,https://b.example,https://c.example');
  });

  it('is there again with what was typed when the dialog is opened again', async () => {
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://till.example');
    expect(wouldLoseInput()).toBe(true);
    await press('Отмена');
    await press('Создать клиента');
    expect(field(/^Название/).value).toBe('Касса');
  });
});

describe('an edited client', () => {
  it('closes the dialog and refreshes the list', async () => {
    await open();
    await press('Редактировать: Давний');
    expect(field(/^Адреса/).value).toBe(OLD.redirect);
    await fill('Новый', 'https://new.example, https://other.example');
    await press('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(rowOf('Новый').textContent).toContain('https://other.example'));
    expect(sent('PUT').map(({ path }) => path)).toEqual(['/oauth/clients/a-b']);
  });
});

describe('a client that is to be deleted', () => {
  it('goes after the word is typed', async () => {
    await open();
    await press('Удалить: Склад');
    const question = await dialog();
    expect(question.textContent).toContain('потеряют доступ');
    const button = within(question).getByRole<HTMLButtonElement>('button', { name: 'Удалить' });
    expect(button.disabled).toBe(true);
    await userEvent.type(within(question).getByRole('textbox'), 'удалить');
    button.click();
    button.click();
    await waitFor(() => expect(screen.queryByText('Склад')).toBeNull());
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/oauth/clients/1']);
    expect(await screen.findByText('Клиент Склад удален')).toBeTruthy();
  });

  it('takes its secret with it', async () => {
    await open();
    await press('Создать клиента');
    await fill('Касса', 'https://till.example');
    await press('Создать');
    await screen.findByText(/сообщается только сейчас/);
    await press('Удалить: Касса');
    await userEvent.type(within(await dialog()).getByRole('textbox'), 'удалить');
    await press('Удалить');
    await waitFor(() => expect(screen.queryByText(/сообщается только сейчас/)).toBeNull());
    expect(wouldLoseInput()).toBe(false);
  });
});

/** Every row of both databases of this device. */
async function everythingStored(): Promise<unknown[]> {
  const found: unknown[] = [];
  const databases = [phone.device.db, phone.device.cacheOf('')];
  for (const database of databases) for (const table of database.tables) found.push(await table.toArray());
  return found;
}
