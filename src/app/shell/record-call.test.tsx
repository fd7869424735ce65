// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { recordAndAsk } from './record-call.ts';

const anna = { contact: '7', name: 'Анна', phone: '0001234567' };
const boris = { contact: '8', name: 'Борис', phone: '0007654321' };

const told = vi.hoisted(() => vi.fn());
vi.mock('#ui/toast.tsx', () => ({ notify: told }));

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(() => vi.restoreAllMocks());

function turn(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('who returns from the dialer is asked about the newest call, once', async () => {
  const ask = vi.fn();
  await recordAndAsk(pocket.device, anna, ask);
  await recordAndAsk(pocket.device, boris, ask);
  turn('hidden');
  turn('visible');
  turn('hidden');
  turn('visible');
  expect(ask).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith(expect.objectContaining({ name: 'Борис', outcome: '' }));
  expect(await pocket.phone.db.calls.count()).toBe(2);
});

test('the question waits for a slow storage', async () => {
  const ask = vi.fn();
  const recording = recordAndAsk(pocket.device, anna, ask);
  turn('hidden');
  turn('visible');
  await recording;
  expect(ask).toHaveBeenCalledOnce();
});

test('a full disk is told, asks nothing and stops nobody', async () => {
  const ask = vi.fn();
  vi.spyOn(pocket.phone.db.calls, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await recordAndAsk(pocket.device, anna, ask);
  turn('hidden');
  turn('visible');
  expect(ask).not.toHaveBeenCalled();
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining('нет места') }),
  );
});
