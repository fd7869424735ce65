import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { rememberUser } from '#sync/cached-user.ts';
import { answerOf } from '#tests/support/network.ts';
import { type RemotePhone, remotePhone } from '#tests/support/screen.tsx';
import { useOpenFormMark } from '#ui/form/open-forms.ts';
import { Toasts } from '#ui/toast.tsx';
import { ActingBanner } from './acting-banner.tsx';

const ANNA = { id: 7, name: 'Анна', email: '', role: { name: '', display_name: '' }, can: {} };
const ADMIN = 1;

let phone: RemotePhone;
let go: MockInstance<Location['assign']>;

beforeEach(async () => {
  phone = await remotePhone(() => answerOf({}, 401));
  const since = phone.device.now();
  const own = { accessToken: 'own', refreshToken: 'own', expiresIn: 60, subject: ADMIN, since };
  await phone.signInAs({ subject: ANNA.id, accessToken: 'other', refreshToken: '', expiresIn: 3600, own });
  // As login-as does it: without a user to show, the end of that session would lead back by itself.
  await rememberUser(phone.phone.db, phone.phone.session.lastOwner() ?? expect.fail('nobody'), ANNA, since);
  go = vi.spyOn(window.location, 'assign').mockReturnValue();
});

function show({ held = false, unsent = 0 } = {}) {
  return phone.show(
    <>
      <ActingBanner user={ANNA} held={held} unsent={unsent} />
      <Toasts />
    </>,
  );
}

const words = () => screen.getByRole('region', { name: 'Работа под другим пользователем' }).textContent;

/** The time of day changes, and the page comes into sight again. */
function at(ms: number) {
  phone.phone.pass(ms);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('it says as whom one works and for how long still, never longer than it is', () => {
  show();
  expect(words()).toBe('Вы работаете как Аннаеще 60 минутВернуться');
  at(1);
  expect(words()).toContain('еще 59 минут');
  at(HOUR_MS - 2 * MINUTE_MS);
  expect(words()).toContain('еще 1 минута');
  at(MINUTE_MS);
  expect(words()).toContain('меньше минуты');
});

test('a clock that is corrected a little ends nothing, and gives no time', () => {
  show();
  at(-MINUTE_MS);
  expect(words()).toContain('еще 60 минут');
});

test.each([
  ['the hour is over', HOUR_MS],
  ['the clock stands before its beginning', -HOUR_MS],
])('when %s it is ended here, without asking the server', async (_, passed) => {
  show();
  at(passed);
  expect(words()).toBe('Вы работаете как АннаВернуться');
  const stored = () => JSON.parse(phone.phone.handset.storage.getItem('application') ?? '');
  await waitFor(() => expect(stored()).toMatchObject({ isLoggedIn: false, accessToken: '' }));
  expect(stored()).toMatchObject({ subject: ANNA.id, own: { subject: ADMIN } });
  expect(phone.phone.network.seen).toEqual([]);
});

test('a session that has ended is said to be over, and only leads back', async () => {
  show({ held: true });
  expect(words()).toBe('Время работы как Анна истеклоВернуться');
  await userEvent.click(screen.getByRole('button', { name: 'Вернуться' }));
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/application/users'));
  expect(phone.phone.auth.read()).toMatchObject({ isLoggedIn: true, subject: ADMIN, accessToken: 'own' });
});

test('with unsent work it is asked first: to stay and send, or to leave it sealed', async () => {
  show({ unsent: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Вернуться' }));
  expect(screen.getByRole('dialog', { name: 'Осталось неотправленных: 2' }).textContent).toContain(
    '2 записи останутся на этом устройстве. Отправить сможете только вы, когда снова войдете как Анна.',
  );
  expect(go).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Остаться и отправить' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(phone.phone.session.lastOwner()?.actorId).toBe(ADMIN);
  await userEvent.click(screen.getByRole('button', { name: 'Вернуться' }));
  await userEvent.click(screen.getByRole('button', { name: 'Вернуться без отправки' }));
  await waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(phone.phone.session.owner()).toMatchObject({ userId: ADMIN });
});

function FilledForm() {
  useOpenFormMark(() => true);
  return null;
}

test('what would be lost with the screen is asked about before the session changes', async () => {
  phone.show(
    <>
      <FilledForm />
      <ActingBanner user={ANNA} held={false} unsent={0} />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Вернуться' }));
  const question = screen.getByRole('dialog', { name: 'Уйти без сохранения?' });
  expect(phone.phone.session.lastOwner()?.actorId).toBe(ADMIN);
  await userEvent.click(within(question).getByRole('button', { name: 'Вернуться' }));
  await waitFor(() => expect(go).toHaveBeenCalledOnce());
});

test('once after the reload it is told that one works as another, and not on the page that is left', async () => {
  sessionStorage.setItem('application.acting-begun', String(performance.timeOrigin));
  show();
  expect(sessionStorage.length).toBe(1);
  cleanup();
  sessionStorage.setItem('application.acting-begun', String(performance.timeOrigin - 1));
  show();
  expect(await screen.findByText('Авторизация под пользователем Анна')).toBeTruthy();
  expect(sessionStorage.length).toBe(0);
});
