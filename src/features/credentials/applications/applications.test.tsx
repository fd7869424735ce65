import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/remote.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { Applications } from './applications.tsx';

const token = (id: string, name: string | null, rest: object = {}) => ({
  ...{ id, user_id: 1, client_id: 7, name: null, scopes: ['promo', 'warehouse'], revoked: false },
  ...{ created_at: '2026-11-01 09:05:00', expires_at: '2027-11-01 09:05:00' },
  ...{ client: name === null ? null : { id: 7, name }, ...rest },
});
const CRM = token('aa', 'Учет');
const BARE = token('bb', null, { scopes: [], created_at: '2026-11-10T09:00:00.000000Z', expires_at: null });
const OLD = token('cc', 'Отчеты', { scopes: ['*'], expires_at: '2026-11-21 09:00:00' });

let phone: RemotePhone;
let rows: unknown[];
let scopes: () => Response;
let revoked: () => Response;

beforeEach(async () => {
  rows = [BARE, CRM, OLD];
  scopes = () => answerOf([{ id: 'promo', description: 'Видеть и оформлять заявки' }]);
  revoked = () => new Response(null, { status: 204 });
  phone = await remotePhone(request => {
    const { pathname } = new URL(request.url);
    if (pathname === '/oauth/scopes') return scopes();
    if (request.method !== 'DELETE') return answerOf(rows);
    const answer = revoked();
    if (answer.ok) rows = rows.filter(row => !pathname.endsWith((row as { id: string }).id));
    return answer;
  });
  setWidth(1280);
});

function show() {
  phone.show(
    <>
      <Applications />
      <Toasts />
    </>,
  );
}

const rowOf = async (name: string) =>
  (await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement; // a header of a row stands in one
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const asked = () => phone.network.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
const reads = () =>
  phone.network.seen.filter(({ method, path }) => method === 'GET' && path === '/oauth/tokens').length;

async function ask(name: string) {
  await userEvent.click(await button(`Отозвать: ${name}`));
  return screen.findByRole('dialog');
}
async function confirm(name: string) {
  const dialog = await ask(name);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отозвать' }));
}

test('every application is told with its rights in words, since when and until when', async () => {
  show();
  expect((await rowOf('Учет')).textContent).toBe(
    'УчетВидеть и оформлять заявкиwarehouse1 ноября 20261 ноября 2027Отозвать',
  );
  expect((await rowOf('Без названия')).textContent).toBe(
    'Без названияБез прав10 ноября 2026БессрочноОтозвать',
  );
  expect((await rowOf('Отчеты')).textContent).toContain('Все права');
  expect((await rowOf('Отчеты')).textContent).toContain('Скоро истечет');
});

test('the newest stands first', async () => {
  show();
  await rowOf('Учет');
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('Без названия');
});

test('rights are their ids as long as nobody says what they mean', async () => {
  scopes = () => answerOf({ message: '' }, 500);
  show();
  expect((await rowOf('Учет')).textContent).toContain('Учетpromowarehouse');
});

test('who has given nobody access reads so', async () => {
  rows = [];
  show();
  expect(await screen.findByText('Вы еще никому не давали доступа')).toBeTruthy();
});

describe('revoking', () => {
  it('names the application, says what comes of it, and reads the list again', async () => {
    show();
    const dialog = await ask('Учет');
    expect(within(dialog).getByRole('heading').textContent).toBe('Отозвать доступ приложения «Учет»?');
    expect(dialog.textContent).toContain('следующее его обращение будет отклонено');
    expect(asked()).toEqual([]);
    const before = reads();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Отозвать' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked()).toEqual(['/oauth/tokens/aa']);
    expect(screen.queryByRole('rowheader', { name: 'Учет' })).toBeNull();
    // The button that had asked is gone with its row: who works by keyboard goes on at the list.
    expect(document.activeElement?.tagName).toBe('DIV');
    expect(document.activeElement?.querySelector('table')).toBeTruthy();
    expect(await screen.findByText('Доступ приложения «Учет» отозван')).toBeTruthy();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('does nothing to who thinks better of it', async () => {
    show();
    await ask('Учет');
    await userEvent.click(await button('Отмена'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked()).toEqual([]);
  });

  it.each([
    ['in JSON', () => answerOf({ message: 'Not found.' }, 404)],
    ['without a body', () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } })],
  ])('of what is gone already, told %s, is no trouble', async (_how, answer) => {
    revoked = () => {
      rows = [BARE, OLD];
      return answer();
    };
    show();
    await confirm('Учет');
    expect(await screen.findByText('Доступ приложения «Учет» был отозван раньше')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('rowheader', { name: 'Учет' })).toBeNull();
  });

  it('whose answer was lost is found in the list', async () => {
    show();
    await rowOf('Учет');
    phone.network.fault('/oauth/tokens/aa', 'drop-after');
    await confirm('Учет');
    expect(await screen.findByText('Доступ приложения «Учет» отозван')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that never arrived is told as unknown, and can be tried again', async () => {
    show();
    await rowOf('Учет');
    phone.network.fault('/oauth/tokens/aa', 'drop-before');
    await confirm('Учет');
    expect((await screen.findByRole('alert')).textContent).toContain('ничего не изменилось');
    await waitFor(async () => expect((await button('Отозвать')).disabled).toBe(false));
    await userEvent.click(await button('Отозвать'));
    await waitFor(() => expect(asked()).toEqual(['/oauth/tokens/aa']));
  });

  it.each([
    [403, 'Нельзя: это чужое', /Нельзя: это чужое/],
    [403, 'This action is unauthorized.', /не разрешил/],
    [419, 'CSRF token mismatch.', /не смог это сделать/],
    [429, 'Too Many Attempts.', /просит подождать/],
  ])('refused with %i and «%s» stays open and says why', async (status, message, words) => {
    revoked = () => answerOf({ message }, status);
    show();
    await confirm('Учет');
    expect(await within(screen.getByRole('dialog')).findByText(words)).toBeTruthy();
    expect(await rowOf('Учет')).toBeTruthy();
  });

  it('cannot be begun without a network', async () => {
    show();
    await rowOf('Учет');
    phone.network.off();
    await userEvent.click(await button('Обновить'));
    await waitFor(async () => expect((await button('Отозвать: Учет')).disabled).toBe(true));
    expect(screen.getByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  });
});

test('a server without such a list says so in this panel alone', async () => {
  phone.network.answer('/oauth/tokens', () => new Response('', { status: 404 }));
  show();
  expect(await screen.findByText('Этот сервер не дает управлять этим отсюда.')).toBeTruthy();
});
