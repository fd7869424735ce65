import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CLIENTS,
  type ClientsBackend,
  dialog,
  FIRST_SECRET,
  noDialog,
  openClients,
  press,
  STORE,
} from '#tests/support/credential-screens.tsx';
import { answerOf } from '#tests/support/network.ts';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';

const ASK = 'Заменить секрет: Склад';
const REPLACED = 'Секрет клиента Склад заменен';

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

it('a backend that tells nothing of use is asked for no new secret, and has no column for it', async () => {
  await openClients(STORE);
  expect(screen.queryByRole('button', { name: ASK })).toBeNull();
  expect(headings().join()).not.toContain('Использован');
});

it.each([
  [null, 'еще нет'],
  ['2026-11-19T06:00:00.000000Z', 'Вчера'],
])('a client last used at %s is told so: «%s»', async (last_used_at, words) => {
  await openClients({ ...STORE, last_used_at });
  expect(headings().join()).toContain('Использован');
  expect(screen.getByText('Склад').closest('tr')?.textContent).toContain(words);
});

describe('a secret', () => {
  let backend: ClientsBackend;
  beforeEach(async () => {
    backend = await openClients({ ...STORE, last_used_at: null });
    await press(ASK);
  });

  const confirm = () => press('Заменить секрет');
  const shown = () => screen.findByRole('dialog', { name: REPLACED });

  it('is replaced after a question that says what ends, and the new one is told as after a creation', async () => {
    expect(dialog().textContent).toContain('Прежний секрет сразу перестанет действовать');
    await press('Отмена');
    await noDialog();
    expect(backend.sent('POST')).toEqual([]);
    await press(ASK);
    await confirm();
    expect(within(await shown()).getByText('secret-after-1')).toBeTruthy();
    expect(leaveWords()?.why).toContain('Придется заменить его.');
    await press('Я скопировал секрет');
    await noDialog();
    expect(wouldLoseInput()).toBe(false);
  });

  it('whose answer is lost may be dead: that is said, and the next try tells a new one', async () => {
    backend.network.fault(FIRST_SECRET, '500-after');
    await confirm();
    expect(await within(dialog()).findByText(/Возможно, прежний секрет уже не действует/)).toBeTruthy();
    await confirm();
    await shown();
    expect(backend.replaced).toBe(2);
  });

  it.each([
    [403, 'Нельзя: это чужое', /Нельзя: это чужое/],
    [429, 'Too Many Attempts.', /просит подождать/],
  ])('refused with %i stays in the question, which says why', async (status, message, words) => {
    backend.network.answer(FIRST_SECRET, () => answerOf({ message }, status));
    await confirm();
    expect(await within(dialog()).findByText(words)).toBeTruthy();
    expect(backend.replaced).toBe(0);
  });

  it('of a client that is gone meanwhile is not replaced, and the list says so', async () => {
    backend.rows = [];
    backend.network.answer(FIRST_SECRET, () => answerOf({ message: 'Not found.' }, 404));
    await confirm();
    await noDialog();
    expect(await screen.findByText('Клиент Склад уже удален')).toBeTruthy();
    expect(await screen.findByText('Клиентов пока нет')).toBeTruthy();
  });

  it('is not replaced where there is no such call', async () => {
    backend.network.answer(FIRST_SECRET, () => answerOf({ message: '' }, 404));
    await confirm();
    expect(await within(dialog()).findByText('Этот сервер не умеет заменять секрет.')).toBeTruthy();
    expect(backend.sent('GET').filter(({ path }) => path === CLIENTS).length).toBeGreaterThan(1);
    expect(backend.replaced).toBe(0);
  });

  it('cannot be replaced without a session', async () => {
    await backend.phone.signInAs({ isLoggedIn: false });
    expect(await within(dialog()).findByText('Сессия закончилась: войдите, чтобы продолжить')).toBeTruthy();
    await confirm();
    expect(backend.sent('POST')).toEqual([]);
  });
});
