// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestSeen, seeBefore } from '#tests/support/requests-seen.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { OrdersScreen } from './orders-screen.tsx';

const AT = '/promo/orders';
let pocket: ScreenPhone;

/** Tells when a mark comes into sight; nothing is in sight of itself in an emulated page. */
let show: () => void;

/** A mark is watched a moment after it is drawn. */
let watched: () => Promise<void>;

beforeEach(async () => {
  pocket = await screenPhone();
  const watching = new Set<() => void>();
  show = () => {
    for (const tell of watching) tell();
  };
  watched = async () => {
    await screen.findByText('Новое');
    await waitFor(() => expect(watching.size).toBe(1));
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #tell: () => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = () => callback([{ isIntersecting: true }]);
      }
      observe() {
        watching.add(this.#tell);
      }
      disconnect() {
        watching.delete(this.#tell);
      }
    },
  );
  await seeBefore(pocket.phone);
  await pocket.phone.book().cache.seenRequests.bulkPut([
    { id: 1, seen: 'В работе|unpaid' },
    { id: 2, seen: 'Новая|unpaid' },
  ]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const isSeen = async () => (await pocket.phone.book().cache.seenRequests.get(1))?.seen === 'Новая|unpaid';

it('what changed is marked with a word, and only that', async () => {
  openScreen(pocket.device, <OrdersScreen />, AT);
  const card = await screen.findByRole('article', { name: 'Клиент 1' });
  expect(await within(card).findByText('Новое')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Клиент 2' })).queryByText('Новое')).toBeNull();
});

it('what changed counts as seen when the screen is left after it was in sight, not before', async () => {
  const opened = openScreen(pocket.device, <OrdersScreen />, AT);
  await watched();
  show();
  expect(await isSeen()).toBe(false);
  opened.unmount();
  await waitFor(async () => expect(await isSeen()).toBe(true));
});

it('what changed does not count as seen at once', async () => {
  openScreen(pocket.device, <OrdersScreen />, AT);
  await watched();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show();
  vi.advanceTimersByTime(4_900);
  vi.useRealTimers();
  expect(await isSeen()).toBe(false);
});

it('what changed stays marked on the open screen once those seconds are over', async () => {
  openScreen(pocket.device, <OrdersScreen />, AT);
  await watched();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  show();
  vi.advanceTimersByTime(5_000);
  // The database tells its live queries by a timer of its own, which must not be lost.
  vi.runAllTimers();
  vi.useRealTimers();
  await waitFor(async () => expect(await isSeen()).toBe(true));
  expect(screen.getByText('Новое')).toBeTruthy();
});

it('what changed does not count as seen when it never came into sight', async () => {
  const opened = openScreen(pocket.device, <OrdersScreen />, AT);
  await screen.findByText('Новое');
  opened.unmount();
  await pocket.phone.book().cache.seenRequests.count();
  expect(await isSeen()).toBe(false);
});

it('what changed stays marked until the screen is left, although it was marked as seen meanwhile', async () => {
  openScreen(pocket.device, <OrdersScreen />, AT);
  await screen.findByText('Новое');
  const { seenRequests } = pocket.phone.book().cache;
  await seenRequests.put({ id: 1, seen: 'Новая|unpaid' });
  await seenRequests.put({ id: 2, seen: 'Отменена|unpaid' });
  await waitFor(() => expect(screen.getAllByText('Новое')).toHaveLength(2), { timeout: 4_000 });
});

it('what changed is in reach although the list was not loaded so far', async () => {
  const { requests, seenRequests } = pocket.phone.book().cache;
  await requests.put(requestSeen(9, 100));
  await seenRequests.put({ id: 9, seen: 'В работе|unpaid' });
  openScreen(pocket.device, <OrdersScreen />, AT);
  const others = await screen.findByRole('region', { name: 'Изменились и другие заявки (1)' });
  expect(within(others).getByRole('article', { name: 'Клиент 9' })).toBeTruthy();
});
