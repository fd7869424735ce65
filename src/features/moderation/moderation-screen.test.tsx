import { screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, it } from 'vitest';
import { networkAtom } from '#state/sync.ts';
import { openScreen, screenPhone } from '#tests/support/screen.tsx';
import { ModerationScreen } from './moderation-screen.tsx';

async function open(reachable: boolean) {
  const { device } = await screenPhone();
  const store = createStore();
  store.set(networkAtom, { reachable, lastSyncAt: null });
  openScreen(
    device,
    <Provider store={store}>
      <ModerationScreen />
    </Provider>,
    '/promo/moderation',
  );
  return (await screen.findAllByRole('link')).map(link => [
    link.getAttribute('aria-label'),
    link.getAttribute('href'),
  ]);
}

const TILES = [
  ['Отчеты', '/promo/moderation/reports'],
  ['Статистика', '/promo/moderation/stats'],
  ['Добавить промоутера', '/promo/moderation/add'],
];

it('a moderator has three ways to go', async () => {
  expect(await open(true)).toEqual(TILES);
  expect(screen.queryByText(/Нет связи/)).toBeNull();
});

it('the ways stay open without a network, with a word on what they will show', async () => {
  expect(await open(false)).toEqual(TILES);
  expect(screen.getByText(/^Нет связи\. Разделы покажут то, что загружено раньше/)).toBeTruthy();
});
