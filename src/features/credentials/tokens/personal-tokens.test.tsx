import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/remote.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { Toasts } from '#ui/toast.tsx';
import { PersonalTokens } from './personal-tokens.tsx';

const TOKENS_PATH = '/oauth/personal-access-tokens';

/** The value of whatever token is made. */
const SECRET = 'eyJ0eXAiOiJKV1QifQ.e30.bmV2ZXItc2VlbS1hZ2Fpbg';

/** A personal token as Passport lists it. */
const token = (id: string, name: string, rest: object = {}) => ({
  ...{ id, user_id: 1, client_id: 1, name, scopes: ['promo'], revoked: false, client: null },
  ...{ created_at: '2026-11-01 09:05:00', expires_at: '2027-11-01 09:05:00', ...rest },
});

const SCOPES = [
  { id: 'profile', description: 'Видеть имя' },
  { id: 'promo', description: 'Видеть заявки' },
];

let phone: RemotePhone;
let rows: ReturnType<typeof token>[];
/** What the server answers now. */
let scopes: () => Response;
let created: (name: string) => Response;

/** Somebody has two tokens, the newest first. */
beforeEach(async () => {
  rows = [token('aa', 'Отчеты'), token('bb', 'Старый', { expires_at: '2026-11-30 09:00:00' })];
  scopes = () => answerOf(SCOPES);
  created = name => {
    const made = token('new', name);
    rows = [made, ...rows];
    return answerOf({ accessToken: SECRET, token: made });
  };
  phone = await remotePhone(async request => {
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth/scopes') return scopes();
    if (request.method === 'POST') return created((await request.json()).name);
    if (request.method === 'GET') return answerOf(rows);
    rows = rows.filter(({ id }) => !pathname.endsWith(id));
    return new Response(null, { status: 204 });
  });
  setWidth(1280);
});

const show = () =>
  void phone.show(
    <>
      <PersonalTokens />
      <Toasts />
    </>,
  );
/** The bodies with which a token was asked for. */
const bodies = () =>
  phone.network.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement; // a header of a row stands in one

/** The field of the name in the form of a new token. */
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Название/ });

/** Opens the form of a new token, with the rights in it. */
async function openForm(): Promise<void> {
  show();
  await rowOf('Отчеты');
  await press('Создать токен');
  await screen.findByLabelText('Видеть имя');
}

async function fillIn(name: string, ...rights: string[]): Promise<void> {
  await userEvent.click(field());
  await userEvent.paste(name);
  for (const right of rights) await userEvent.click(screen.getByLabelText(right));
}

async function make() {
  await openForm();
  await fillIn('Склад', 'Видеть имя');
  await press('Создать');
  return screen.findByRole('dialog', { name: 'Токен «Склад» создан' });
}

test('every token is told with its rights, since when and until when, and whether that is soon', async () => {
  show();
  await screen.findAllByText('Видеть заявки');
  expect((await rowOf('Отчеты')).textContent).toBe('ОтчетыВидеть заявки1 ноября 20261 ноября 2027Отозвать');
  expect((await rowOf('Старый')).textContent).toContain('30 ноября 2026Скоро истечет');
});

test('who has none reads so', async () => {
  rows = [];
  show();
  expect(await screen.findByText('Личных токенов пока нет')).toBeTruthy();
});

describe('a new token', () => {
  it('takes a name and rights, and is then shown in a dialog of its own', async () => {
    const dialog = await make();
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['profile'] }]);
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
    expect(within(dialog).getByText(SECRET).tagName).toBe('CODE');
    // Enter must not let it go.
    expect(document.activeElement?.textContent).not.toBe('Я скопировал токен');
    expect(dialog.textContent).toContain('больше он нигде не будет показан');
    expect(await screen.findByRole('rowheader', { name: 'Склад', hidden: true })).toBeTruthy();
  });

  it('can be copied, and says so without telling it', async () => {
    const copied: string[] = [];
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    writeText.mockImplementation(async text => void copied.push(text));
    await make();
    await press('Скопировать: Токен «Склад»');
    expect(await screen.findByText('Скопировано')).toBeTruthy();
    expect(copied).toEqual([SECRET]);
  });

  it('goes only with the button: not by Escape, not by the cross, not by a press beside it', async () => {
    const dialog = await make();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent.pointerDown(dialog);
    expect(within(dialog).queryByRole('button', { name: 'Закрыть' })).toBeNull();
    expect(screen.getByText(SECRET)).toBeTruthy();
    await press('Я скопировал токен');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked about when the screen is left before', async () => {
    await make();
    expect(wouldLoseInput()).toBe(true);
    expect(leaveWords()?.title).toBe('Уйти, не скопировав токен?');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await press('Я скопировал токен');
    expect(wouldLoseInput()).toBe(false);
  });

  it('is nowhere after that: no storage, no database, no document, no log', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name));
    await make();
    const during = await everythingKept();
    await press('Я скопировал токен');
    await act(async () => {});
    for (const kept of [during, await everythingKept(), document.documentElement.outerHTML, location.href])
      expect(kept).not.toContain(SECRET);
    expect(during).toContain('promoter@example.com'); // the databases have been looked into
    expect(JSON.stringify(logs.flatMap(log => log.mock.calls.map(String)))).not.toContain(SECRET);
  });
});

test('a token is revoked only by who types the word, and the list is read again', async () => {
  show();
  await rowOf('Отчеты');
  await press('Отозвать: Отчеты');
  const dialog = await screen.findByRole('dialog', { name: 'Отозвать токен «Отчеты»?' });
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Отозвать' });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(within(dialog).getByRole('textbox'), 'отозвать');
  await userEvent.click(confirm);
  expect(await screen.findByText('Токен «Отчеты» отозван')).toBeTruthy();
  expect(phone.network.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `${TOKENS_PATH}/aa`,
  ]);
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Отчеты' })).toBeNull());
});

/** Everything that this page keeps anywhere. */
async function everythingKept(): Promise<string> {
  const kept = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  kept.push(JSON.stringify(phone.phone.auth.read()));
  for (const db of [phone.device.db, phone.phone.book().cache]) {
    for (const table of db.tables) kept.push(JSON.stringify(await table.toArray()));
  }
  return kept.join('\n');
}

describe('the form', () => {
  it.each([
    ['', /Название/],
    ['я'.repeat(256), /255/],
  ])('refuses the name «%s» before anything is sent', async (name, words) => {
    await openForm();
    fireEvent.change(field(), { target: { value: name } });
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(bodies()).toEqual([]);
  });

  it('takes a name of 255 letters', async () => {
    await openForm();
    fireEvent.change(field(), { target: { value: 'я'.repeat(255) } });
    await press('Создать');
    expect(await screen.findByText(SECRET)).toBeTruthy();
  });

  it('asks for no rights where the server knows none', async () => {
    scopes = () => answerOf([]);
    show();
    await press('Создать токен');
    await waitFor(async () => expect((await button('Создать')).disabled).toBe(false));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await fillIn('Склад');
    await press('Создать');
    await screen.findByText(SECRET);
    expect(bodies()).toEqual([{ name: 'Склад', scopes: [] }]);
  });

  it('does not offer a right that is of no use to a personal token', async () => {
    scopes = () => answerOf(SCOPES.map(scope => ({ ...scope, personal: scope.id === 'promo' })));
    show();
    await press('Создать токен');
    await screen.findByLabelText('Видеть заявки');
    expect(screen.queryByLabelText('Видеть имя')).toBeNull();
  });

  it('says that the rights did not come, asks again, and keeps what was typed', async () => {
    scopes = () => answerOf({ message: '' }, 500);
    show();
    await press('Создать токен');
    await fillIn('Склад');
    expect(await screen.findByText(/Права не загрузились/)).toBeTruthy();
    expect((await button('Создать')).disabled).toBe(true);
    scopes = () => answerOf(SCOPES);
    await press('Повторить');
    await userEvent.click(await screen.findByLabelText('Видеть заявки'));
    await press('Создать');
    await screen.findByText(SECRET);
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['promo'] }]);
  });

  it('stays with what was typed when it is refused', async () => {
    const accepted = created;
    created = () => answerOf({ name: ['Имя занято'], scopes: ['Выберите право'] }, 422);
    await openForm();
    await fillIn('Склад', 'Видеть заявки');
    await press('Создать');
    const box = await screen.findByRole('alert', { name: 'Whoops! Something went wrong!' });
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(each => each.textContent),
    ).toEqual(['Имя занято', 'Выберите право']);
    expect(field().value).toBe('Склад');
    expect(screen.getByLabelText<HTMLInputElement>('Видеть заявки').checked).toBe(true);
    created = accepted;
    await press('Создать');
    expect(await screen.findByText(SECRET)).toBeTruthy();
  });

  it('says what a lost answer may mean, and the list is read again', async () => {
    await openForm();
    await fillIn('Склад');
    phone.network.fault(TOKENS_PATH, 'drop-after');
    await press('Создать');
    const words = /возможно, токен создан\. Его значение уже не узнать/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Новый токен' })).toBeTruthy();
    expect(await screen.findByRole('rowheader', { name: 'Склад', hidden: true })).toBeTruthy();
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('cannot be sent without a network, and says so; what was typed stays', async () => {
    await openForm();
    await fillIn('Склад');
    phone.network.off();
    await press('Создать');
    expect((await screen.findAllByText(/действие сейчас недоступно/)).length).toBeGreaterThan(0);
    expect((await button('Создать')).disabled).toBe(true);
    expect(bodies()).toEqual([]);
    expect(field().value).toBe('Склад');
  });

  it('is not sent by Enter in the search of many rights', async () => {
    scopes = () =>
      answerOf(Array.from({ length: 10 }, (_, at) => ({ id: `s${at}`, description: `Право ${at}` })));
    show();
    await press('Создать токен');
    await fillIn('Склад');
    await userEvent.type(await screen.findByRole('searchbox', { name: /Права/ }), 'Право 3{Enter}');
    expect(bodies()).toEqual([]);
  });
});
