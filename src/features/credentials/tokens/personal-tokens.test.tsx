// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import {
  button,
  fillIn,
  openForm,
  press,
  rowOf,
  SECRET,
  TOKENS_PATH,
  type TokenDesk,
  token,
  tokenDesk,
} from '#tests/support/token-desk.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';

let desk: TokenDesk;
beforeEach(async () => {
  desk = await tokenDesk();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function make() {
  await openForm(desk);
  await fillIn('Склад', 'Видеть имя');
  await press('Создать');
  return screen.findByRole('dialog', { name: 'Токен «Склад» создан' });
}

test('every token is told with its rights, since when and until when, and whether that is soon', async () => {
  desk.show();
  await screen.findAllByText('Видеть заявки');
  expect((await rowOf('Отчеты')).textContent).toBe('ОтчетыВидеть заявки1 ноября 20261 ноября 2027Отозвать');
  expect((await rowOf('Старый')).textContent).toContain('30 ноября 2026Скоро истечет');
});

test('who has none reads so', async () => {
  desk.rows = [];
  desk.show();
  expect(await screen.findByText('Личных токенов пока нет')).toBeTruthy();
});

describe('a new token', () => {
  it('takes a name and rights, and is then shown in a dialog of its own', async () => {
    const dialog = await make();
    expect(desk.bodies()).toEqual([{ name: 'Склад', scopes: ['profile'] }]);
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
    expect(within(dialog).getByText(SECRET).tagName).toBe('CODE');
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

  it('does not have the focus on the button that lets it go', async () => {
    await make();
    expect(document.activeElement?.textContent).not.toBe('Я скопировал токен');
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

  it('is made once however often the button is pressed', async () => {
    await openForm(desk);
    await fillIn('Склад');
    const held = desk.network.hold(TOKENS_PATH);
    const submit = await button('Создать');
    fireEvent.click(submit);
    fireEvent.click(submit);
    fireEvent.submit(screen.getByRole('form', { name: 'Новый токен' }));
    await held.arrived;
    expect((await button('Создать')).disabled).toBe(true);
    held.release();
    await screen.findByText(SECRET);
    expect(desk.bodies()).toHaveLength(1);
  });

  it('without a value of its own counts as lost', async () => {
    desk.created = () => answerOf({ token: token('new', 'Склад') });
    await openForm(desk);
    await fillIn('Склад');
    await press('Создать');
    expect(await screen.findByText(/Если в списке появился новый токен, отзовите его/)).toBeTruthy();
  });
});

test('a token is revoked only by who types the word, and the list is read again', async () => {
  desk.show();
  await rowOf('Отчеты');
  await press('Отозвать: Отчеты');
  const dialog = await screen.findByRole('dialog', { name: 'Отозвать токен «Отчеты»?' });
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Отозвать' });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(within(dialog).getByRole('textbox'), 'отозвать');
  await userEvent.click(confirm);
  expect(await screen.findByText('Токен «Отчеты» отозван')).toBeTruthy();
  expect(desk.network.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `${TOKENS_PATH}/aa`,
  ]);
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Отчеты' })).toBeNull());
});

/** Everything that this page keeps anywhere. */
async function everythingKept(): Promise<string> {
  const kept = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  kept.push(JSON.stringify(desk.phone.auth.read()));
  for (const db of [desk.device.db, desk.phone.book().cache]) {
    for (const table of db.tables) kept.push(JSON.stringify(await table.toArray()));
  }
  return kept.join('\n');
}
