import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { noteCall } from '#state/phone-calls.ts';
import { postCallAtom } from '#state/post-call-atom.ts';
import { openScreen, type ScreenPhone, screenPhone, storeOf, toasts } from '#tests/support/screen.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { Toasts } from '#ui/toast.tsx';
import { CallWatch } from './call-watch.tsx';
import { askAfterRestart, recordAndAsk, whenReturned } from './record-call.ts';

const anna = { contact: '7', name: 'Анна', phone: '0001234567' };
const boris = { contact: '8', name: 'Борис', phone: '0007654321' };

function turn(...states: DocumentVisibilityState[]) {
  for (const state of states) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
}

describe('the return from the dialer', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('who comes back from the dialer is met once', () => {
    const onBack = vi.fn();
    whenReturned(onBack);
    turn('hidden');
    vi.advanceTimersByTime(20 * 60_000);
    expect(onBack).not.toHaveBeenCalled();
    turn('visible', 'hidden', 'visible');
    expect(onBack).toHaveBeenCalledOnce();
  });

  test('a desktop without a dialer is not asked when the tab is changed later', () => {
    const onBack = vi.fn();
    whenReturned(onBack);
    turn('visible');
    vi.advanceTimersByTime(31_000);
    turn('hidden', 'visible');
    expect(onBack).not.toHaveBeenCalled();
  });

  test('a dialer that opened first counts too', () => {
    const onBack = vi.fn();
    turn('hidden');
    whenReturned(onBack);
    vi.advanceTimersByTime(5_000);
    turn('visible');
    expect(onBack).toHaveBeenCalledOnce();
  });

  test.each([4_000, 121 * 60_000])('nobody is asked who was away for %i ms', away => {
    const onBack = vi.fn();
    whenReturned(onBack);
    turn('hidden');
    vi.advanceTimersByTime(away);
    turn('visible');
    expect(onBack).not.toHaveBeenCalled();
  });
});

let handset: ScreenPhone;

function dialAndReturn() {
  turn('hidden');
  handset.phone.clock.now += 10_000;
  turn('visible');
}

describe('a call', () => {
  beforeEach(async () => {
    handset = await screenPhone();
  });

  test('who returns from the dialer is asked about the newest call, once', async () => {
    const ask = vi.fn();
    await recordAndAsk(handset.device, anna, ask);
    await recordAndAsk(handset.device, boris, ask);
    dialAndReturn();
    dialAndReturn();
    expect(ask).toHaveBeenCalledOnce();
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ name: 'Борис', outcome: '' }));
    expect(await handset.phone.db.calls.count()).toBe(2);
  });

  test('the question waits for a slow storage', async () => {
    const ask = vi.fn();
    const recording = recordAndAsk(handset.device, anna, ask);
    dialAndReturn();
    await recording;
    expect(ask).toHaveBeenCalledOnce();
  });

  test('a full disk is told, asks nothing and stops nobody', async () => {
    const ask = vi.fn();
    render(<Toasts />);
    vi.spyOn(handset.phone.db.calls, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await recordAndAsk(handset.device, anna, ask);
    dialAndReturn();
    expect(ask).not.toHaveBeenCalled();
    await waitFor(() => expect(toasts()).toEqual([expect.stringMatching(/^warning: .*нет места/)]));
  });
});

describe('the question', () => {
  beforeEach(async () => {
    handset = await screenPhone();
    vi.spyOn(window.location, 'assign').mockReturnValue();
  });

  function open() {
    const link = <PhoneLink phone="0001234567" name="Анна" />;
    return openScreen(handset.device, <CallWatch>{link}</CallWatch>, '/promo');
  }

  async function callAndReturn() {
    await userEvent.click(await screen.findByRole('link'));
    await waitFor(async () => expect(await handset.phone.db.calls.count()).toBe(1));
    dialAndReturn();
  }

  test('whoever returns from the dialer is asked, and may go on without an answer', async () => {
    open();
    await callAndReturn();
    expect(await screen.findByRole('dialog', { name: 'Звонок: Анна' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await handset.phone.db.calls.toArray()).toMatchObject([{ outcome: '', name: 'Анна' }]);
  });

  test('a call during which the page was thrown away is asked about at the next start, until it is answered or closed', async () => {
    await noteCall(handset.device, anna);
    handset.phone.clock.now += 60_000;
    open();
    expect(await screen.findByRole('dialog', { name: 'Звонок: Анна' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
    const { db } = handset.phone;
    await waitFor(async () => expect((await db.calls.toArray())[0]?.isAsked).toBe(true));
    const ask = vi.fn();
    await askAfterRestart(handset.device, ask);
    expect(ask).not.toHaveBeenCalled();
  });

  test('the next user of the device is not asked about the last one’s call', async () => {
    open();
    await callAndReturn();
    await screen.findByRole('dialog');
    const store = storeOf(handset.device);
    const asked = store.get(postCallAtom);
    cleanup();
    expect(store.get(postCallAtom)).toBeNull();
    if (asked) store.set(postCallAtom, { ...asked, ownerKey: 'somebody else' });
    await handset.phone.db.calls.clear();
    open();
    await screen.findByRole('link');
    await act(() => new Promise(resolve => setTimeout(resolve, 100)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
