import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listOwedRequests, payPromoter } from '#contract/payments.ts';
import { isReady, openPanel, panelOf, payoutsForAll, rowOf } from '#tests/support/payouts.tsx';
import { toasts } from '#tests/support/screen.tsx';

const app = payoutsForAll();

test('three keys pay a promoter, one the next: P does what the button does, and a key that is held does it once', async () => {
  const { promoter, colleague } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.seed(colleague.id, [2_000_00]);
  await app.open();
  const row = await rowOf(colleague.name);
  await waitFor(() => expect(document.activeElement).toBe(row));
  const reading = app.network.hold(listOwedRequests.path.replace(':promoterId', String(colleague.id)));
  await userEvent.keyboard('{Enter}');
  const button = await screen.findByRole('button', { name: /^Выплатить 1 на 600/ });
  expect(document.activeElement).toBe(button);
  // The list is on its way.
  await reading.arrived;
  await userEvent.keyboard('[KeyP]');
  reading.release();
  await within(await panelOf(colleague.name)).findByRole('table', { name: 'Заявки к выплате' });
  await userEvent.keyboard('[KeyP]');
  await isReady(button);
  // What is held, or typed, is no press.
  fireEvent.keyDown(button, { code: 'KeyP', repeat: true });
  fireEvent.keyDown(screen.getByRole('searchbox'), { code: 'KeyP' });
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(button.getAttribute('aria-busy')).toBeNull();
  await userEvent.keyboard('[KeyP][KeyP]');
  await panelOf(promoter.name);
  const next = await screen.findByRole('button', { name: /^Выплатить 1 на 300/ });
  expect(document.activeElement).toBe(next);
  expect(screen.getByText(/^1 из 2, выплачено 600.руб\., осталось 300.руб\.$/)).toBeTruthy();
  await isReady(next);
  await userEvent.keyboard('[KeyP]');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Выплата: / })).toBeNull());
  expect(app.network.seen.filter(({ path }) => path === payPromoter.path)).toHaveLength(2);
}, 20_000);

test('requests that have changed are not paid for a second, whatever they come to', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00, 2_000_00]);
  await app.open();
  const panel = await openPanel(promoter.name);
  const button = await screen.findByRole('button', { name: /^Выплатить 2 на 900/ });
  await isReady(button);
  await app.payAllByHand();
  await app.seed(promoter.id, [1_000_00, 2_000_00]);
  await userEvent.click(within(panel).getByRole('button', { name: 'Обновить' }));
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  await within(panel).findByRole('table');
  await userEvent.keyboard('[KeyP]');
  expect(await app.owedTo(promoter.id)).toBe(2);
}, 20_000);

test('Enter in the question pays what its button says, and «Отмена» says that nothing was paid', async () => {
  const { promoter } = app.server.users;
  await app.seed(promoter.id, [1_000_00]);
  await app.open();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Выбрать все/ }));
  const ask = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
  await ask();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(toasts()).toEqual(['info: Выплата отменена, ничего не выплачено']));
  expect(await app.owedTo(promoter.id)).toBe(1);
  await ask();
  expect(document.activeElement?.textContent).toMatch(/^Выплатить 300.руб\.$/);
  await userEvent.keyboard('{Enter}');
  await within(await rowOf(promoter.name)).findByText('выплачено');
});
