import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { everythingStored, type RemotePhone, remotePhone, setWidth } from '#tests/support/screen.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';
import { Toasts } from '#ui/toast.tsx';
import { Applications } from '../applications/applications.tsx';
import { PersonalTokens } from '../tokens/personal-tokens.tsx';

const TOKENS_PATH = '/oauth/personal-access-tokens';

/** The value of whatever token is made. */
const SECRET = 'eyJ0eXAiOiJKV1QifQ.e30.bmV2ZXItc2VlbS1hZ2Fpbg';

/** A token as Passport lists it. */
const token = (id: string, name: string | null, rest: object = {}) => ({
  id,
  user_id: 1,
  client_id: 1,
  name,
  scopes: ['promo'],
  revoked: false,
  client: null,
  created_at: '2026-11-01 09:05:00',
  expires_at: '2027-11-01 09:05:00',
  ...rest,
});
/** That of an application; null: one without a name. */
const applicationToken = (id: string, name: string | null, rest: object = {}) =>
  token(id, null, { client_id: 7, client: name === null ? null : { id: 7, name }, ...rest });

const SCOPES = [
  { id: 'profile', description: 'Видеть имя' },
  { id: 'promo', description: 'Видеть заявки' },
];
const CRM = applicationToken('aa', 'Учет', { scopes: ['promo', 'warehouse'] });
const NAMELESS = applicationToken('bb', null, {
  scopes: [],
  created_at: '2026-11-10T09:00:00.000000Z',
  expires_at: null,
});
const EXPIRING = applicationToken('cc', 'Отчеты', { scopes: ['*'], expires_at: '2026-11-21 09:00:00' });

let phone: RemotePhone;
let rows: ReturnType<typeof token>[];
/** What the server answers now. */
let scopes: () => Response;
let created: (name: string) => Response;
let revoked: () => Response;

beforeEach(async () => {
  scopes = () => answerOf(SCOPES);
  created = name => {
    const made = token('new', name);
    rows = [made, ...rows];
    return answerOf({ accessToken: SECRET, token: made });
  };
  revoked = () => new Response(null, { status: 204 });
  phone = await remotePhone(async request => {
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth/scopes') return scopes();
    if (request.method === 'POST') return created((await request.json()).name);
    if (request.method === 'GET') return answerOf(rows);
    const answer = revoked();
    if (answer.ok) rows = rows.filter(({ id }) => !pathname.endsWith(id));
    return answer;
  });
  setWidth(1280);
});

const show = (Panel: typeof Applications | typeof PersonalTokens) =>
  void phone.show(
    <>
      <Panel />
      <Toasts />
    </>,
  );
const sent = (method: string) => phone.network.seen.filter(seen => seen.method === method);
const revocations = () => sent('DELETE').map(({ path }) => path);
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string) => userEvent.click(await button(name));
const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement; // a header of a row stands in one
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test.each([
  ['Вы еще никому не давали доступа', Applications],
  ['Личных токенов пока нет', PersonalTokens],
])('without any, «%s»', async (words, Panel) => {
  rows = [];
  show(Panel);
  expect(await screen.findByText(words)).toBeTruthy();
});

describe('authorized applications', () => {
  beforeEach(() => {
    rows = [CRM, NAMELESS, EXPIRING];
  });

  /** Asks to revoke the first. */
  async function ask() {
    show(Applications);
    await press('Отозвать: Учет');
    return screen.findByRole('dialog');
  }
  async function confirm() {
    const dialog = await ask();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Отозвать' }));
  }

  it('are told with their rights in words, since when and until when, the newest first', async () => {
    show(Applications);
    await screen.findAllByText('Видеть заявки');
    expect((await rowOf('Учет')).textContent).toBe(
      'УчетВидеть заявкиwarehouse1 ноября 20261 ноября 2027Отозвать',
    );
    expect((await rowOf('Без названия')).textContent).toBe(
      'Без названияБез прав10 ноября 2026БессрочноОтозвать',
    );
    expect((await rowOf('Отчеты')).textContent).toContain('Все права');
    expect((await rowOf('Отчеты')).textContent).toContain('Скоро истечет');
    expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('Без названия');
  });

  it('have their rights as ids as long as nobody says what they mean', async () => {
    scopes = () => answerOf({ message: '' }, 500);
    show(Applications);
    expect((await rowOf('Учет')).textContent).toContain('Учетpromowarehouse');
  });

  it('are revoked after a question that names them and says what comes of it; the list is read again', async () => {
    const dialog = await ask();
    expect(within(dialog).getByRole('heading').textContent).toBe('Отозвать доступ приложения «Учет»?');
    expect(dialog.textContent).toContain('следующее его обращение будет отклонено');
    await press('Отмена');
    await noDialog();
    expect(revocations()).toEqual([]);
    await press('Отозвать: Учет');
    const before = sent('GET').length;
    await press('Отозвать');
    await noDialog();
    expect(revocations()).toEqual(['/oauth/tokens/aa']);
    expect(screen.queryByRole('rowheader', { name: 'Учет' })).toBeNull();
    // The button that had asked is gone with its row: who works by keyboard goes on at the list.
    expect(document.activeElement?.tagName).toBe('DIV');
    expect(document.activeElement?.querySelector('table')).toBeTruthy();
    expect(await screen.findByText('Доступ приложения «Учет» отозван')).toBeTruthy();
    await waitFor(() => expect(sent('GET').length).toBeGreaterThan(before));
  });

  it('that are gone already are no trouble', async () => {
    revoked = () => {
      rows = [NAMELESS, EXPIRING];
      return answerOf({ message: 'Not found.' }, 404);
    };
    await confirm();
    expect(await screen.findByText('Доступ приложения «Учет» был отозван раньше')).toBeTruthy();
    await noDialog();
    expect(screen.queryByRole('rowheader', { name: 'Учет' })).toBeNull();
  });

  it.each([
    [403, 'Нельзя: это чужое', /Нельзя: это чужое/],
    [403, 'This action is unauthorized.', /Нет прав/],
    [419, 'CSRF token mismatch.', /Страница устарела/],
    [429, 'Too Many Attempts.', /просит подождать/],
  ])('refused with %i and «%s» stay in the question, which says why', async (status, message, words) => {
    revoked = () => answerOf({ message }, status);
    await confirm();
    expect(await within(screen.getByRole('dialog')).findByText(words)).toBeTruthy();
    expect(await rowOf('Учет')).toBeTruthy();
  });

  it('cannot be revoked without a network', async () => {
    show(Applications);
    await rowOf('Учет');
    phone.network.off();
    await press('Обновить');
    await waitFor(async () => expect((await button('Отозвать: Учет')).disabled).toBe(true));
    expect(screen.getByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  });
});

describe('personal tokens', () => {
  /** Somebody has two, the newest first. */
  beforeEach(() => {
    rows = [token('aa', 'Отчеты'), token('bb', 'Старый', { expires_at: '2026-11-26 09:00:00' })];
  });

  /** The bodies with which a token was asked for. */
  const bodies = () => sent('POST').map(({ body }) => JSON.parse(body));
  /** The field of the name in the form of a new token. */
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Название/ });

  /** Opens the form of a new token. */
  async function openForm(): Promise<void> {
    show(PersonalTokens);
    await press('Создать токен');
  }

  /** Fills it in, once the rights are there. */
  async function fillIn(...rights: string[]): Promise<void> {
    await userEvent.click(field());
    await userEvent.paste('Склад');
    for (const right of rights) await userEvent.click(await screen.findByLabelText(right));
  }

  async function make() {
    await openForm();
    await fillIn('Видеть имя');
    await press('Создать');
    return screen.findByRole('dialog', { name: 'Токен «Склад» создан' });
  }

  it('are told with their rights, since when and until when, and whether that is soon', async () => {
    show(PersonalTokens);
    await screen.findAllByText('Видеть заявки');
    expect((await rowOf('Отчеты')).textContent).toBe('ОтчетыВидеть заявки1 ноября 20261 ноября 2027Отозвать');
    expect((await rowOf('Старый')).textContent).toContain('26 ноября 2026Скоро истечет');
  });

  it('take a name and rights, and are then shown in a dialog that only its button closes', async () => {
    const dialog = await make();
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['profile'] }]);
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
    expect(within(dialog).getByText(SECRET).tagName).toBe('CODE');
    // Enter must not let it go.
    expect(document.activeElement?.textContent).not.toBe('Я скопировал токен');
    expect(dialog.textContent).toContain('больше он нигде не будет показан');
    expect(await screen.findByRole('rowheader', { name: 'Склад', hidden: true })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Закрыть' })).toBeNull();
    await press('Я скопировал токен');
    await noDialog();
  });

  it('are asked about when the screen is left before', async () => {
    await make();
    expect(wouldLoseInput()).toBe(true);
    expect(leaveWords()?.title).toBe('Уйти, не скопировав токен?');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await press('Я скопировал токен');
    expect(wouldLoseInput()).toBe(false);
  });

  it('are nowhere after that: no storage, no database, no document, no log', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name));
    await make();
    const during = await everythingStored(phone);
    await press('Я скопировал токен');
    await act(async () => {});
    const after = await everythingStored(phone);
    for (const kept of [during, after, document.documentElement.outerHTML, location.href])
      expect(kept).not.toContain(SECRET);
    expect(during).toContain('promoter@example.com'); // the databases have been looked into
    expect(JSON.stringify(logs.flatMap(log => log.mock.calls.map(String)))).not.toContain(SECRET);
  });

  it('are revoked only by who types the word, and the list is read again', async () => {
    show(PersonalTokens);
    await press('Отозвать: Отчеты');
    const dialog = await screen.findByRole('dialog', { name: 'Отозвать токен «Отчеты»?' });
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Отозвать' });
    expect(confirm.disabled).toBe(true);
    await userEvent.type(within(dialog).getByRole('textbox'), 'отозвать');
    await userEvent.click(confirm);
    expect(await screen.findByText('Токен «Отчеты» отозван')).toBeTruthy();
    expect(revocations()).toEqual([`${TOKENS_PATH}/aa`]);
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Отчеты' })).toBeNull());
  });

  describe('their form', () => {
    it.each(['', 'я'.repeat(256)])('sends the name «%s» too: the server refuses it', async name => {
      created = () => answerOf({ message: 'invalid', errors: { name: ['Имя не годится'] } }, 422);
      await openForm();
      await screen.findByLabelText('Видеть имя');
      fireEvent.change(field(), { target: { value: name } });
      await press('Создать');
      const box = await screen.findByRole('alert', { name: 'Whoops! Something went wrong!' });
      expect(within(box).getByText('Имя не годится')).toBeTruthy();
      expect(bodies()).toEqual([{ name, scopes: [] }]);
    });

    it('asks for no rights where the server knows none', async () => {
      scopes = () => answerOf([]);
      await openForm();
      await waitFor(async () => expect((await button('Создать')).disabled).toBe(false));
      expect(screen.queryByRole('checkbox')).toBeNull();
      await fillIn();
      await press('Создать');
      await screen.findByText(SECRET);
      expect(bodies()).toEqual([{ name: 'Склад', scopes: [] }]);
    });

    it('does not offer a right that is of no use to a personal token', async () => {
      scopes = () => answerOf(SCOPES.map(scope => ({ ...scope, personal: scope.id === 'promo' })));
      await openForm();
      await screen.findByLabelText('Видеть заявки');
      expect(screen.queryByLabelText('Видеть имя')).toBeNull();
    });

    it('says that the rights did not come, asks again, and keeps what was typed', async () => {
      scopes = () => answerOf({ message: '' }, 500);
      await openForm();
      await fillIn();
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
      await fillIn('Видеть заявки');
      await press('Создать');
      const box = await screen.findByRole('alert', { name: 'Whoops! Something went wrong!' });
      const received = within(box).getAllByRole('listitem');
      expect(received.map(each => each.textContent)).toEqual(['Имя занято', 'Выберите право']);
      expect(screen.getAllByText(/Выберите право/)).toHaveLength(1);
      expect(field().value).toBe('Склад');
      expect(screen.getByLabelText<HTMLInputElement>('Видеть заявки').checked).toBe(true);
      created = accepted;
      await press('Создать');
      expect(await screen.findByText(SECRET)).toBeTruthy();
    });

    it('finds one whose answer proves nothing in the list: it is revoked, and made anew', async () => {
      await openForm();
      await fillIn('Видеть имя');
      phone.network.fault(TOKENS_PATH, 'truncated');
      await press('Создать');
      expect(await screen.findByText(/токен создан, но его значение не получено/)).toBeTruthy();
      expect(await screen.findByRole('rowheader', { name: 'Склад', hidden: true })).toBeTruthy();
      expect(screen.queryByText(SECRET)).toBeNull();
      await userEvent.type(field(), '{Enter}');
      fireEvent.submit(field());
      expect(screen.getByText(/токен создан, но его значение не получено/)).toBeTruthy();
      expect(bodies()).toHaveLength(1);
      await press('Отозвать этот токен');
      const question = await screen.findByRole('dialog', { name: 'Отозвать токен «Склад»?' });
      await userEvent.click(within(question).getByRole('button', { name: 'Отозвать' }));
      await waitFor(() => expect(screen.queryByText(/его значение не получено/)).toBeNull());
      expect(field().value).toBe('Склад');
      await press('Создать');
      expect(await screen.findByText(SECRET)).toBeTruthy();
      expect([bodies().length, sent('DELETE').length]).toEqual([2, 1]);
    });

    it('makes no second one before the list has told of the first', async () => {
      await openForm();
      await fillIn('Видеть имя');
      phone.network.fault(TOKENS_PATH, '500-after');
      phone.network.fault(TOKENS_PATH, '503', 2);
      await press('Создать');
      expect(await screen.findByText(/Возможно, токен уже создан/)).toBeTruthy();
      await waitFor(async () => expect((await button('Создать')).disabled).toBe(false));
      await press('Создать');
      expect(await screen.findByText(/токен создан, но его значение не получено/)).toBeTruthy();
      expect(bodies()).toHaveLength(1);
    });

    it('says of one that is not in the list that it can be made again', async () => {
      await openForm();
      await fillIn('Видеть имя');
      phone.network.fault(TOKENS_PATH, '500-before');
      await press('Создать');
      expect(await screen.findByText(/такого токена в нем нет, можно повторить/)).toBeTruthy();
      await press('Создать');
      expect(await screen.findByText(SECRET)).toBeTruthy();
    });

    it('cannot be sent without a network, and says so; what was typed stays', async () => {
      await openForm();
      await fillIn('Видеть имя');
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
      await openForm();
      await fillIn();
      await userEvent.type(await screen.findByRole('searchbox', { name: /Права/ }), 'Право 3{Enter}');
      expect(bodies()).toEqual([]);
    });
  });
});
