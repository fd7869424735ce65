import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPromptAtom, keepInstallPrompt } from '#state/install.ts';
import { openScreen, PROMOTER, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { InstallHint, installMethod } from './install-hint.tsx';

const anna = { first_name: 'Анна', last_name: '', comment: '', phones: ['0001234567'] };
const DAY_MS = 86_400_000;

keepInstallPrompt();

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});
afterEach(() => {
  getDefaultStore().set(installPromptAtom, null);
});

/** The browser's offer goes to the store of the page. */
const coach = (
  <Provider store={getDefaultStore()}>
    <InstallHint />
  </Provider>
);
const open = () => openScreen(handset.device, coach, '/promo');
const card = () => screen.queryByRole('region', { name: 'Установить приложение' });

/** The browser offers; `prompt` is what it would show. */
function offer(prompt = vi.fn(async () => ({ outcome: 'accepted' }))) {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { event, prompt };
}

test('asks after the first saved contact, with the prompt that the browser gave long before', async () => {
  const { event, prompt } = offer();
  expect(event.defaultPrevented).toBe(true);
  open();
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(card()).toBeNull();
  await handset.phone.save('contact.create', anna);
  await userEvent.click(await screen.findByRole('button', { name: 'Установить приложение' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(card()).toBeNull());
});

test('«Позже» is a pause of 14 days', async () => {
  offer();
  await handset.phone.save('contact.create', anna);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Позже' }));
  expect(card()).toBeNull();
  cleanup();
  handset.phone.clock.now += 13 * DAY_MS;
  open();
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(card()).toBeNull();
  cleanup();
  handset.phone.clock.now += 2 * DAY_MS;
  open();
  expect(await screen.findByRole('button', { name: 'Позже' })).toBeTruthy();
});

test('an installation by the browser itself ends the question', async () => {
  offer();
  await handset.phone.save('contact.create', anna);
  open();
  await screen.findByRole('button', { name: 'Позже' });
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  await waitFor(() => expect(card()).toBeNull());
});

test('a browser that fails says where to look', async () => {
  offer(vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError'))));
  await handset.phone.save('contact.create', anna);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Установить приложение' }));
  expect((await screen.findByRole('alert')).textContent).toContain('через его меню');
});

test('an iPhone is told before anything was saved, with three pictures', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1');
  open();
  expect(await screen.findByText('Установите приложение до того, как собирать контакты')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Как установить' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(document.querySelectorAll('svg')).toHaveLength(3);
});

test('a moderator with an iPhone is told once there is a contact to lose', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Version/17.0 Safari/604.1');
  const user = { ...PROMOTER, can: { work_promoter: true, edit_promoters: true } };
  await handset.phone.book().cache.me.put({ name: 'me', user, at: handset.phone.clock.now });
  openScreen(handset.device, <InstallHint />, '/promo');
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(card()).toBeNull();
  await handset.phone.save('contact.create', anna);
  expect(await screen.findByRole('heading', { name: 'Установить приложение' })).toBeTruthy();
});

test('the installed app never asks', async () => {
  offer();
  await handset.phone.save('contact.create', anna);
  vi.spyOn(window, 'matchMedia').mockImplementation(query => {
    return Object.assign(new EventTarget(), {
      matches: query.includes('standalone'),
      media: query,
    }) as MediaQueryList;
  });
  open();
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(card()).toBeNull();
});

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15';
const SAMSUNG = 'Mozilla/5.0 (Linux; Android 13) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36';
const YANDEX = 'Mozilla/5.0 (Linux; Android 12) Chrome/120.0 YaBrowser/24.1 Mobile Safari/537.36';

test.each([
  ['Chrome that has offered', { userAgent: CHROME, hasPrompt: true }, 'prompt'],
  ['Chrome that has not (yet)', { userAgent: CHROME }, 'none'],
  ['an iPhone', { userAgent: IPHONE, maxTouchPoints: 5 }, 'ios'],
  ['an iPad that says Mac', { userAgent: MAC, maxTouchPoints: 5 }, 'ios'],
  ['a Mac', { userAgent: MAC }, 'none'],
  ['Samsung Internet without an offer', { userAgent: SAMSUNG }, 'samsung'],
  ['Samsung Internet with one', { userAgent: SAMSUNG, hasPrompt: true }, 'prompt'],
  ['Yandex on a phone', { userAgent: YANDEX }, 'yandex'],
  ['the installed app', { userAgent: IPHONE, hasPrompt: true, isStandalone: true }, 'none'],
])('%s', (_browser, traits, way) => {
  expect(installMethod({ maxTouchPoints: 0, hasPrompt: false, isStandalone: false, ...traits })).toBe(way);
});
