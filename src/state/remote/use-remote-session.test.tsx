// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listContactStates } from '#contract/contacts.ts';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/remote.tsx';
import { useRemote } from './use-remote.ts';

const STATES = '/getStates';

let phone: RemotePhone;
let word: string;

beforeEach(async () => {
  word = 'first';
  phone = await remotePhone(({ url }) =>
    url.endsWith(STATES) ? answerOf({ list: [{ id: 1, name: word }] }) : answerOf({}, 503),
  );
});
afterEach(cleanup);

function Words() {
  const { value, problem, busy, reload } = useRemote(listContactStates, {});
  return (
    <>
      <output>{`${value?.list[0]?.name ?? '-'} ${problem?.kind ?? '-'} ${busy ? 'busy' : 'idle'}`}</output>
      <button type="button" onClick={() => void reload()}>
        reload
      </button>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;
const asked = () => phone.network.seen.filter(({ path }) => path.endsWith(STATES)).length;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const until = (text: string) => expect.poll(shown).toBe(text);

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
    await phone.signInAs({ subject: 1, epoch: 'third' });
    expect(shown()).toBe('- - busy');
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
