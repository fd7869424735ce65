import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveContact } from '#contract/contacts.ts';
import { closeReport } from '#contract/reports.ts';
import { answerOf, type Network } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/screen.tsx';
import { type Action, useAction, useBlockedReason } from './use-action.ts';

const SAVE = '/contacts/save';

let phone: RemotePhone;
let network: Network;
let save: Action<typeof saveContact>;
let close: Action<typeof closeReport>;
const versions: (string | null)[] = [];

beforeEach(async () => {
  versions.length = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  phone = await remotePhone(request => {
    versions.push(request.headers.get('If-Match'));
    if (new URL(request.url).pathname.endsWith('/getUser')) return answerOf({}, 403);
    const saved = { id: 5, first_name: 'Оля', created_at: '2026-11-20 09:00:00', contact_phones: [] };
    return answerOf({ ...saved, status: 'success' });
  });
  network = phone.network;
});

function Acting() {
  const blockedReason = useBlockedReason();
  const saving = useAction(saveContact);
  const closing = useAction(closeReport);
  useEffect(() => {
    save = saving;
    close = closing;
  }, [saving, closing]);
  return <output aria-label="blockedReason">{blockedReason ?? 'none'}</output>;
}

const named = (first_name: string) => ({ first_name, contact_phones: [{ full_phone: '79161234567' }] });
const keys = () => network.seen.filter(({ path }) => path.endsWith(SAVE)).map(({ key }) => key);
const blockedReason = () => screen.getByRole('status', { name: 'blockedReason' }).textContent;
const kindOf = async (asked: ReturnType<typeof save>) => {
  const answer = await act(() => asked);
  return answer.ok ? 'done' : answer.problem.kind;
};

describe('the key of an action', () => {
  it.each([
    ['drop-after', 'offline'],
    ['500-after', 'server'],
    ['truncated', 'unreadable'],
    ['html', 'foreign'],
  ] as const)(
    'stays where %s leaves open whether it has happened, and is spent by the answer',
    async (fault, kind) => {
      phone.show(<Acting />);
      network.fault(SAVE, fault);
      expect(await kindOf(save(named('Оля')))).toBe(kind);
      network.fault(SAVE, 'drop-after');
      expect(await kindOf(save(named('Оля')))).toBe('offline');
      expect(await kindOf(save(named('Оля')))).toBe('done');
      expect(await kindOf(save(named('Оля')))).toBe('done');
      const sent = new Set(keys());
      expect(sent.size).toBe(2);
      expect(keys().at(-2)).not.toBe(keys().at(-1));
    },
  );

  const named422 = () => {
    const answer = answerOf({}, 422);
    answer.headers.set('idempotency-status', 'refused');
    return answer;
  };

  it.each([
    ['the same after 429: it says nothing of the first attempt', () => answerOf({}, 429), true],
    ['the same after 503, too', () => answerOf({}, 503), true],
    ['a new one after a refusal that names it', named422, false],
    ['the same after 403 that does not: it may be a proxy’s', () => answerOf({}, 403), true],
  ] as const)('is %s', async (_, respond, isSame) => {
    phone.show(<Acting />);
    network.fault(SAVE, 'drop-after');
    await kindOf(save(named('Оля')));
    network.answer(SAVE, respond);
    await kindOf(save(named('Оля')));
    await kindOf(save(named('Оля')));
    const [lost, ...later] = keys();
    expect(later.at(-1) === lost).toBe(isSame);
  });

  it('belongs to what was asked: something else has its own, and takes none away', async () => {
    phone.show(<Acting />);
    network.fault(SAVE, 'drop-after');
    await kindOf(save(named('Оля')));
    expect(await kindOf(save(named('Вера')))).toBe('done');
    expect(await kindOf(save(named('Оля')))).toBe('done');
    const [lost, other, again] = keys();
    expect([again === lost, other === lost]).toEqual([true, false]);
  });

  it('is one for two presses at the same time', async () => {
    phone.show(<Acting />);
    await act(() => Promise.all([save(named('Оля')), save(named('Оля'))]));
    expect(new Set(keys()).size).toBe(1);
  });

  it('is another one each time where an action may be done twice; what is known of the thing is sent', async () => {
    phone.show(<Acting />);
    await act(() => close({ report_id: 3 }, { version: 7 }));
    await act(() => close({ report_id: 3 }));
    expect(new Set(network.seen.map(({ key }) => key)).size).toBe(2);
    expect(versions).toEqual(['"7"', null]);
  });
});

describe('an blockedReason', () => {
  it('is there once nobody answers, and goes by itself when somebody does', async () => {
    phone.show(
      <>
        <Acting />
        <Acting />
      </>,
    );
    const obstacles = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    network.off();
    await kindOf(save(named('Оля')));
    expect(obstacles()).toEqual(['offline', 'offline']);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(obstacles()).toEqual(['offline', 'offline']);
    network.on();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await expect.poll(obstacles).toEqual(['none', 'none']);
    const asked = () => network.seen.filter(({ path }) => path.endsWith('/getUser')).length;
    expect(asked()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(asked()).toBe(1);
  });

  it('is a session that has ended, network or not', async () => {
    phone.show(<Acting />);
    await phone.signInAs({ isLoggedIn: false });
    expect(blockedReason()).toBe('held');
    network.off();
    expect(await kindOf(save(named('Оля')))).toBe('unauthenticated');
    await phone.signInAs({ isLoggedIn: true });
    expect(blockedReason()).toBe('none');
  });

  it('an action is never sent for somebody else than was looked at', async () => {
    phone.show(<Acting />);
    const { lastOwner } = phone.device.session;
    const looked = { apiOrigin: '', userId: 2 };
    vi.spyOn(phone.device.session, 'lastOwner').mockReturnValue({ ...lastOwner(), ...looked });
    expect(await kindOf(save(named('Оля')))).toBe('unauthenticated');
    expect(network.seen).toEqual([]);
  });
});
