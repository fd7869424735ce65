// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askedCallAtom } from '#state/asked-call.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { CallWatch } from './call-watch.tsx';

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
  vi.spyOn(window.location, 'assign').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open() {
  const link = <PhoneLink phone="0001234567" name="Анна" />;
  return openScreen(pocket.device, <CallWatch>{link}</CallWatch>, '/promo');
}

async function callAndReturn() {
  await userEvent.click(await screen.findByRole('link'));
  await waitFor(async () => expect(await pocket.phone.db.calls.count()).toBe(1));
  for (const state of ['hidden', 'visible'] as const) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
}

test('whoever returns from the dialer is asked, and may go on without an answer', async () => {
  open();
  await callAndReturn();
  expect(await screen.findByRole('dialog', { name: 'Звонок: Анна' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pocket.phone.db.calls.toArray()).toMatchObject([{ outcome: '', name: 'Анна' }]);
});

test('the next user of the device is not asked about the last one’s call', async () => {
  open();
  await callAndReturn();
  await screen.findByRole('dialog');
  const asked = getDefaultStore().get(askedCallAtom);
  cleanup();
  expect(getDefaultStore().get(askedCallAtom)).toBeNull();
  if (asked) getDefaultStore().set(askedCallAtom, { ...asked, ownerKey: 'somebody else' });
  open();
  await screen.findByRole('link');
  await act(() => new Promise(resolve => setTimeout(resolve, 100)));
  expect(screen.queryByRole('dialog')).toBeNull();
});
