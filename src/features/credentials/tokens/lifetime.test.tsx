import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone, setWidth } from '#tests/support/screen.tsx';
import { PersonalTokens } from './personal-tokens.tsx';

/** The clock of the tests stands at 20 November 2026. */
const PASSPORT = [{ id: 'promo', description: 'Видеть заявки' }];
const OURS = PASSPORT.map(scope => ({ ...scope, personal_days_max: 365 }));

const token = (name: string, rest: object = {}) => ({
  ...{ id: name, name, scopes: ['promo'], created_at: '2026-11-01 09:05:00' },
  ...{ expires_at: '2027-11-01 09:05:00', ...rest },
});

let phone: RemotePhone;
let scopes: object[];
let rows: object[];
let created: () => Response;
beforeEach(async () => {
  [scopes, rows] = [OURS, []];
  created = () => answerOf({ accessToken: 'told-once', token: token('Склад') });
  phone = await remotePhone(request => {
    if (request.url.endsWith('/scopes')) return answerOf(scopes);
    return request.method === 'POST' ? created() : answerOf(rows);
  });
  setWidth(1280);
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const bodies = () =>
  phone.network.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));

describe('how long a new token is good', () => {
  const open = async () => {
    phone.show(<PersonalTokens />);
    await press('Создать токен');
    await userEvent.click(await screen.findByLabelText('Видеть заявки'));
    await userEvent.type(screen.getByRole('textbox', { name: /^Название/ }), 'Склад');
  };
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Срок действия/ });
  const make = async (lifetime: string) => {
    await userEvent.selectOptions(select(), lifetime);
    await press('Создать');
  };
  const day = () => screen.getByLabelText<HTMLInputElement>(/^Действует до/);

  it('is not asked where the backend takes no wish, and what it answers is told', async () => {
    scopes = PASSPORT;
    await open();
    expect(screen.queryByRole('combobox')).toBeNull();
    await press('Создать');
    const dialog = await screen.findByRole('dialog', { name: 'Токен «Склад» создан' });
    expect(dialog.textContent).toContain('Действует до 1 ноября 2027.');
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['promo'] }]);
  });

  it('is 30 days unless another is chosen; the server answers what it became', async () => {
    await open();
    expect(
      within(select())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['30 дней', '90 дней', 'Год', 'До даты']]);
    created = () => answerOf({ accessToken: 'told-once', token: token('Склад', { expires_at: null }) });
    await press('Создать');
    const dialog = await screen.findByRole('dialog', { name: 'Токен «Склад» создан' });
    expect(dialog.textContent).not.toContain('Действует до');
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['promo'], expires_in_days: 30 }]);
  });

  it('is asked for in days', async () => {
    await open();
    await make('90 дней');
    await screen.findByText('told-once');
    expect(bodies()).toMatchObject([{ expires_in_days: 90 }]);
  });

  it('is left to the server where it is to be the longest', async () => {
    await open();
    await make('Год');
    await screen.findByText('told-once');
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['promo'] }]);
  });

  it('is until a date, which has to be there, from tomorrow on', async () => {
    await open();
    await make('До даты');
    expect(await screen.findAllByText(/Укажите дату/)).not.toEqual([]);
    expect(bodies()).toEqual([]);
    expect([day().min, day().max]).toEqual(['2026-11-21', '2027-11-20']);
    fireEvent.change(day(), { target: { value: '2026-12-31' } });
    await press('Создать');
    await screen.findByText('told-once');
    expect(bodies()).toMatchObject([{ expires_in_days: 41 }]);
  });

  it('is refused in the words of the server', async () => {
    const words = 'Срок действия: от 1 до 365 дней';
    created = () => answerOf({ message: '', errors: { expires_in_days: [words] } }, 422);
    await open();
    await make('30 дней');
    expect(await screen.findAllByText(words)).not.toEqual([]);
  });

  it('has no choice longer than the backend allows', async () => {
    scopes = PASSPORT.map(scope => ({ ...scope, personal_days_max: 60 }));
    await open();
    expect(select().textContent).toBe('30 дней60 днейДо даты');
  });

  it('is the longest there is where 30 days are too many', async () => {
    scopes = PASSPORT.map(scope => ({ ...scope, personal_days_max: 14 }));
    await open();
    expect(select().selectedOptions[0]?.textContent).toBe('14 дней');
    await press('Создать');
    await screen.findByText('told-once');
    expect(bodies()).toEqual([{ name: 'Склад', scopes: ['promo'] }]);
  });
});

describe('the last use', () => {
  const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr');

  it('is told where the backend knows it, also that there was none', async () => {
    rows = [
      token('Новый', { last_used_at: null }),
      token('Старый', { last_used_at: '2026-11-18T08:00:00.000000Z' }),
    ];
    phone.show(<PersonalTokens />);
    expect((await rowOf('Новый'))?.textContent).toContain('еще нет');
    expect((await rowOf('Старый'))?.textContent).toContain('18 ноября');
    expect(screen.getByRole('columnheader', { name: /Использован/ })).toBeTruthy();
  });

  it('is not told where the backend does not know it', async () => {
    rows = [token('Старый')];
    phone.show(<PersonalTokens />);
    await rowOf('Старый');
    expect(screen.queryByRole('columnheader', { name: /Использован/ })).toBeNull();
  });
});
