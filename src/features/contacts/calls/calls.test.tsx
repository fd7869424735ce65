import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAtom } from 'jotai';
import { type ReactNode, useCallback } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDevice } from '#state/device-context.ts';
import { useLocal } from '#state/local.ts';
import { noteCall } from '#state/phone-calls.ts';
import { postCallAtom } from '#state/post-call-atom.ts';
import { concludeCall, readCallBacks } from '#sync/phone-calls.ts';
import { contactRow } from '#tests/support/cached-rows.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { type Calling, CallRecorder } from '#ui/calling.ts';
import { PhoneLink } from '#ui/phone-link.tsx';
import { Toasts } from '#ui/toast.tsx';
import { viewOfRow } from '../offline/contact-book.ts';
import { CallBacks, readCallsToMake } from './call-backs.tsx';
import { ContactCalls } from './contact-calls.tsx';
import { PostCallSheet, TAPS_IGNORED_MS } from './post-call-sheet.tsx';

const anna = { first_name: 'Анна', last_name: '', comment: '', phones: ['0001234567'] };
const contact = viewOfRow(contactRow(7));
const DAY = '2026-11-20';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

/** The buttons record as under the shell; what is asked is shown beside the screen. */
function Recording({ children }: { children: ReactNode }) {
  const device = useDevice();
  const [asked, ask] = useAtom(postCallAtom);
  const record = useCallback((calling: Calling) => noteCall(device, calling), [device]);
  return (
    <CallRecorder value={record}>
      {children}
      {asked && <PostCallSheet call={asked} onClose={() => ask(null)} />}
      <Toasts />
    </CallRecorder>
  );
}

const open = (element: ReactNode) => openScreen(handset.device, <Recording>{element}</Recording>, '/promo');
const calls = () => handset.phone.db.calls.toArray();

async function called(contact: string, minutesAgo = 0) {
  handset.phone.clock.now -= minutesAgo * 60_000;
  const call = await noteCall(handset.device, { contact, name: 'Анна', phone: '0001234567' });
  handset.phone.clock.now += minutesAgo * 60_000;
  if (!call?.ok) throw new Error('Not recorded');
  return call.value;
}

async function toBeCalledBack(contact: string, callBackOn = DAY, note = 'после шести') {
  const call = await called(contact);
  await concludeCall(handset.phone.db, call, { outcome: 'call-back', note, callBackOn }, async () => {});
  return call;
}

/** Returns once the question takes answers. */
const armed = () => act(() => new Promise(resolve => setTimeout(resolve, TAPS_IGNORED_MS + 50)));

const due = () => readCallBacks(handset.phone.db, handset.phone.book().ownerKey);

function Home() {
  const callsToMake = useLocal(readCallsToMake, []);
  return callsToMake && <CallBacks callsToMake={callsToMake} />;
}

describe('a call button', () => {
  test('records whom it calls before the dialer opens', async () => {
    const dialled = vi.spyOn(window.location, 'assign').mockReturnValue();
    open(<PhoneLink phone="0001234567" name="Анна" contact="7" />);
    await userEvent.click(await screen.findByRole('link', { name: /^Позвонить: Анна/ }));
    await waitFor(() => expect(dialled).toHaveBeenCalledExactlyOnceWith('tel:+70001234567'));
    const noon = handset.phone.clock.now;
    expect(await calls()).toMatchObject([{ contact: '7', name: 'Анна', phone: '0001234567', at: noon }]);
  });

  test('calls although the storage hangs', async () => {
    const dialled = vi.spyOn(window.location, 'assign').mockReturnValue();
    openScreen(
      handset.device,
      <CallRecorder value={() => new Promise<never>(() => {})}>
        <PhoneLink phone="0001234567" name="Анна" />
      </CallRecorder>,
      '/promo',
    );
    fireEvent.click(await screen.findByRole('link'));
    await waitFor(() => expect(dialled).toHaveBeenCalledOnce());
  });
});

describe('the calls of a contact', () => {
  test('are those by whatever key or number, the newest first', async () => {
    await called('', 60);
    await called('7');
    open(<ContactCalls contact={contact} />);
    expect(await screen.findByText('Звонок в 12:00')).toBeTruthy();
    expect(screen.getAllByText(/^Звонок в /).map(each => each.textContent)).toEqual([
      'Звонок в 12:00',
      'Звонок в 11:00',
    ]);
  });

  test('let one say later what came of the last, as after the app was killed meanwhile', async () => {
    await called('7');
    open(<ContactCalls contact={contact} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Отметить итог звонка' }));
    await armed();
    await userEvent.click(screen.getByRole('button', { name: 'Не ответил' }));
    expect(await screen.findByText('Звонок в 12:00, не ответил')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('after a call', () => {
  const ask = async () => {
    await called('7');
    open(<ContactCalls contact={contact} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Отметить итог звонка' }));
    await armed();
    return screen.getByRole('dialog', { name: 'Звонок: Анна' });
  };

  test('a tap that was meant for what stood there before does nothing', async () => {
    await called('7');
    open(<ContactCalls contact={contact} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Отметить итог звонка' }));
    expect(document.activeElement?.textContent).toBe('Звонок: Анна');
    await userEvent.click(screen.getByRole('button', { name: 'Дозвонился' }));
    expect((await calls())[0]?.outcome).toBe('');
  });

  test.each([
    ['Сегодня вечером', `${DAY} 18:00:00`],
    ['Перезвонить завтра', '2026-11-21'],
  ])('«%s» keeps the day and the note', async (choice, callBackOn) => {
    const sheet = within(await ask());
    await userEvent.type(sheet.getByRole('textbox', { name: 'Заметка о звонке' }), 'занят');
    await userEvent.click(sheet.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await calls()).toMatchObject([{ outcome: 'call-back', callBackOn, note: 'занят' }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
    await waitFor(() => expect(due()).resolves.toEqual([]));
  });

  test('another day is chosen, and one that is over is refused in words', async () => {
    const sheet = within(await ask());
    await userEvent.click(sheet.getByRole('button', { name: 'Другой день' }));
    const then = sheet.getByRole('button', { name: 'Перезвонить в этот день' });
    await userEvent.click(then);
    expect(sheet.getByText('Выберите день')).toBeTruthy();
    fireEvent.change(sheet.getByLabelText('День звонка'), { target: { value: '2026-11-19' } });
    await userEvent.click(then);
    expect(sheet.getByText('Этот день уже прошел')).toBeTruthy();
    fireEvent.change(sheet.getByLabelText('День звонка'), { target: { value: '2026-12-01' } });
    await userEvent.click(then);
    await waitFor(async () => expect((await calls())[0]?.callBackOn).toBe('2026-12-01'));
  });

  test('whoever closes the question keeps the note', async () => {
    const sheet = within(await ask());
    await userEvent.type(sheet.getByRole('textbox'), 'перебил автобус');
    await userEvent.click(sheet.getByRole('button', { name: 'Закрыть' }));
    await waitFor(async () => expect((await calls())[0]?.note).toBe('перебил автобус'));
    expect((await calls())[0]?.outcome).toBe('');
    expect(await screen.findByText('Заметка: перебил автобус')).toBeTruthy();
  });

  test('a device without room says so, and the note stays', async () => {
    const sheet = within(await ask());
    await userEvent.type(sheet.getByRole('textbox'), 'занят');
    const { db } = handset.phone;
    vi.spyOn(db.calls, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    await userEvent.click(sheet.getByRole('button', { name: 'Дозвонился' }));
    await waitFor(() => expect(sheet.getByRole('alert').textContent).toContain('нет места'));
    expect(sheet.getByRole<HTMLTextAreaElement>('textbox').value).toBe('занят');
    vi.restoreAllMocks();
    await userEvent.click(sheet.getByRole('button', { name: 'Дозвонился' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await calls())[0]).toMatchObject({ outcome: 'reached', note: 'занят' });
  });
});

describe('who is to be called back', () => {
  test('is on the list until it is done, which can be taken back', async () => {
    await toBeCalledBack('');
    open(<Home />);
    const list = within(await screen.findByRole('region', { name: 'Перезвонить' }));
    expect(list.getByText(/^· после шести$/)).toBeTruthy();
    expect(list.getByRole('link', { name: 'Позвонить: Анна, +7 (000) 123-45-67' })).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: 'Готово: Анна' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Перезвонить' })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByRole('region', { name: 'Перезвонить' })).toBeTruthy();
  });

  test('on another day stands below today’s, folded away', async () => {
    await toBeCalledBack('', `${DAY} 18:00:00`, 'вечером');
    // Somebody else: a later call to the same number would settle this one.
    await handset.phone.db.calls.toCollection().modify({ phone: '0007654321' });
    await toBeCalledBack('999', '2026-11-24', 'в отпуске');
    open(<Home />);
    const later = (await screen.findByText('В другие дни: 1')).closest('details');
    expect(later?.open).toBe(false);
    expect(later?.textContent).toMatch(/24 ноября.*в отпуске/);
    expect(screen.getByText('· вечером').closest('details')).toBeNull();
  });

  test('is found after the contact got a server id, with the name it has now', async () => {
    const { id } = await handset.phone.save('contact.create', anna);
    await toBeCalledBack(id);
    const { cache, ownerKey } = handset.phone.book();
    await handset.phone.db.entries.clear();
    await handset.phone.db.idMap.put({ localId: id, ownerKey, noun: 'contact', serverId: 7 });
    await cache.contacts.put(contactRow(7));
    open(<Home />);
    const name = await screen.findByRole('link', { name: 'Анна Ёлкина' });
    expect(name.getAttribute('href')).toBe(`/promo/contacts/card/${id}`);
  });

  test('keeps name and number when the contact was deleted', async () => {
    await toBeCalledBack('999', '2026-11-18');
    open(<Home />);
    expect(await screen.findByText('Анна')).toBeTruthy();
    expect(screen.getByText('Просрочено: 18 ноября')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Анна' })).toBeNull();
    expect(screen.getByRole('link', { name: /\+7 \(000\) 123-45-67/ })).toBeTruthy();
  });
});
