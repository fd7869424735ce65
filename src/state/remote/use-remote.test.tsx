import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listContacts } from '#contract/contacts.ts';
import { basaDistrictList } from '#contract/orders.ts';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/screen.tsx';
import { useRemote } from './use-remote.ts';

const STATES = '/basaDistrictList';
const PAGES = '/contacts/list';

let phone: RemotePhone;
let word: string;

/** Says the word of the moment; a page says its number too. */
function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith(STATES)) return answerOf({ list: [{ id: 1, name: word }] });
  if (!pathname.endsWith(PAGES)) return answerOf({}, 503);
  const page = Number(searchParams.get('page'));
  return answerOf({ list: [], current_page: page, last_page: 9, per_page: 20, total: 0 });
}

beforeEach(async () => {
  word = 'first';
  // The testing library waits by other means as well.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  phone = await remotePhone(answer);
});

function Words({ name = 'words', asks = true }: { name?: string; asks?: boolean }) {
  const { value, problem, busy, when, reload, change } = useRemote(basaDistrictList, asks ? {} : null);
  const add = () => change(({ list }) => ({ list: list.map(row => ({ ...row, name: `${row.name}+` })) }));
  return (
    <>
      <output aria-label={name}>
        {`${value?.list[0]?.name ?? '-'} ${problem?.kind ?? '-'} ${busy ? 'busy' : 'idle'}`}
      </output>
      <time>{when}</time>
      <button type="button" onClick={() => void reload()}>
        reload
      </button>
      <button type="button" onClick={add}>
        change
      </button>
    </>
  );
}

function Page({ page }: { page: number }) {
  const { value } = useRemote(listContacts, { page });
  return <output aria-label="page">{value?.current_page ?? '-'}</output>;
}

function Pages() {
  const [page, setPage] = useState(1);
  return (
    <>
      <Page page={page} />
      <button type="button" onClick={() => setPage(page + 1)}>
        next
      </button>
    </>
  );
}

const shown = (name = 'words') => screen.getByRole('status', { name }).textContent;
const asked = (path = STATES) => phone.network.seen.filter(seen => seen.path.endsWith(path)).length;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const until = (text: string) => expect.poll(() => shown()).toBe(text);
const tenSeconds = () => act(() => vi.advanceTimersByTimeAsync(10_000));

describe('a reading', () => {
  it('is awaited, then there, with the time at which it came', async () => {
    phone.show(<Words />);
    expect(shown()).toBe('- - busy');
    expect(document.querySelector('time')?.textContent).toBe('');
    await until('first - idle');
    expect(document.querySelector('time')?.textContent).toMatch(/\d\d:\d\d$/);
    expect(asked()).toBe(1);
  });

  it('asks nothing without an input', async () => {
    phone.show(<Words asks={false} />);
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('focus'));
    await tenSeconds();
    expect([shown(), asked()]).toEqual(['- - idle', 0]);
  });

  it.each([
    ['403', 'refused'],
    ['404', 'refused'],
    ['500-before', 'server'],
    ['503', 'unavailable'],
    ['429', 'throttled'],
    ['html', 'foreign'],
    ['truncated', 'unreadable'],
    ['drop-before', 'offline'],
    ['drop-after', 'offline'],
  ] as const)('that meets %s keeps what came before, and says why nothing newer did', async (fault, kind) => {
    phone.show(<Words />);
    await until('first - idle');
    phone.network.fault(STATES, fault);
    press('reload');
    await until(`first ${kind} idle`);
    word = 'second';
    press('reload');
    await until('second - idle');
  });

  it('is renewed when the page comes back into sight, when its window does, and when the browser has a network', async () => {
    phone.show(<Words />);
    await until('first - idle');
    const news = [
      () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      () => window.dispatchEvent(new Event('focus')),
      () => window.dispatchEvent(new Event('online')),
    ];
    for (const [index, respond] of news.entries()) {
      word = `news ${index}`;
      act(() => void respond());
      await until(`${word} - idle`);
      expect(asked()).toBe(index + 2);
    }
  });

  it('asks once where sight and focus come together', async () => {
    phone.show(<Words />);
    await until('first - idle');
    act(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new Event('focus'));
    });
    await until('first - idle');
    expect(asked()).toBe(2);
  });

  it('asks every ten seconds while nobody answers, no longer, and not again for the answer that came', async () => {
    phone.network.off();
    phone.show(<Words />);
    await until('- offline idle');
    await tenSeconds();
    await until('- offline idle');
    phone.network.on();
    await tenSeconds();
    await until('first - idle');
    await tenSeconds();
    await until('first - idle');
    expect(asked()).toBe(1);
  });

  it('still says why it failed while it is tried again', async () => {
    phone.network.off();
    phone.show(<Words />);
    await until('- offline idle');
    phone.network.on();
    const held = phone.network.hold(STATES);
    press('reload');
    await held.arrived;
    await until('- offline busy');
    await act(async () => held.release());
    await until('first - idle');
  });

  it('does not insist where the server has answered', async () => {
    phone.network.fault(STATES, '500-before');
    phone.show(<Words />);
    await until('- server idle');
    await tenSeconds();
    await until('- server idle');
  });

  it('hears from another one that the network is back', async () => {
    phone.show(
      <>
        <Words />
        <Page page={1} />
      </>,
    );
    await until('first - idle');
    await expect.poll(() => shown('page')).toBe('1');
    phone.network.off();
    press('reload');
    await until('first offline idle');
    phone.network.on();
    const before = asked(PAGES);
    await tenSeconds();
    await until('first - idle');
    await expect.poll(() => asked(PAGES)).toBe(before + 1);
  });

  it('never shows the answer to what is asked no longer', async () => {
    const held = phone.network.hold(PAGES);
    phone.show(<Pages />);
    await held.arrived;
    press('next');
    await expect.poll(() => shown('page')).toBe('2');
    await act(async () => held.release());
    await expect.poll(() => shown('page')).toBe('2');
  });
});

describe('what an action was told', () => {
  it('stands at once', async () => {
    phone.show(<Words />);
    await until('first - idle');
    press('change');
    await until('first+ - idle');
    expect(asked()).toBe(1);
  });

  it('wins over a reading that began before it, which begins anew', async () => {
    phone.show(<Words />);
    await until('first - idle');
    const held = phone.network.hold(STATES);
    press('reload');
    await held.arrived;
    const later = phone.network.hold(STATES);
    word = 'first+, as the server tells it';
    press('change');
    await later.arrived;
    await act(async () => held.release());
    await until('first+ - busy');
    await act(async () => later.release());
    await until('first+, as the server tells it - idle');
  });

  it('changes nothing where nothing has come yet', async () => {
    const held = phone.network.hold(STATES);
    phone.show(<Words />);
    await held.arrived;
    press('change');
    await act(async () => held.release());
    await until('first - idle');
  });
});

describe('whoever is signed in', () => {
  it('reads anew once the session is back, and nothing is asked while it has ended', async () => {
    phone.show(<Words />);
    await until('first - idle');
    await phone.signInAs({ isLoggedIn: false });
    press('reload');
    await until('first unauthenticated idle');
    word = 'after the sign-in';
    expect(asked()).toBe(1);
    await phone.signInAs({ isLoggedIn: true });
    await until('after the sign-in - idle');
  });

  it('never sees what another user was told, not even an answer that comes late', async () => {
    phone.show(<Words />);
    await until('first - idle');
    const late = phone.network.hold(STATES);
    press('reload');
    await late.arrived;
    const own = phone.network.hold(STATES);
    word = 'of the second user';
    await phone.signInAs({ subject: 2, epoch: 'second' });
    expect(shown()).toBe('- - busy');
    await act(async () => late.release());
    await own.arrived;
    expect(shown()).toBe('- - busy');
    await act(async () => own.release());
    await until('of the second user - idle');
    word = 'of the first user again';
    const again = phone.network.hold(STATES);
    await phone.signInAs({ subject: 1, epoch: 'third' });
    expect(shown()).toBe('- - busy');
    await act(async () => again.release());
    await until('of the first user again - idle');
  });

  it('is asked for by name: a call of somebody who has just gone is not made', async () => {
    phone.show(<Words />);
    await until('first - idle');
    // Another tab has signed in somebody else, and this page has not heard of it yet.
    await phone.phone.auth.write({ ...phone.phone.auth.read(), subject: 2, epoch: 'second' });
    const before = asked();
    window.dispatchEvent(new Event('online'));
    await until('first - idle');
    expect(asked()).toBe(before);
  });
});
