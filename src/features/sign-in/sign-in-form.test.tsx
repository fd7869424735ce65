import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { SignInForm } from './sign-in-form.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });

function answer(result: Result<unknown, Problem>) {
  return vi.fn(async () => result);
}

test('Enter submits, without blanks around the e-mail', async () => {
  const signIn = answer(success(null));
  const onDone = vi.fn();
  render(<SignInForm signIn={signIn} authError="" onDone={onDone} />);
  await userEvent.type(email(), ' promoter@example.com ');
  await userEvent.type(password(), ' demo {Enter}');
  expect(signIn).toHaveBeenCalledExactlyOnceWith('promoter@example.com', ' demo ');
  expect(onDone).toHaveBeenCalledOnce();
});

test('signs that are not seen go from the e-mail, and stay in the password', async () => {
  const signIn = answer(success(null));
  render(<SignInForm signIn={signIn} authError="" />);
  fireEvent.change(email(), { target: { value: '\u202apromoter@exam\u200bple.com\u00a0\ufeff' } });
  await userEvent.type(password(), 'de\u200bmo{Enter}');
  expect(signIn).toHaveBeenCalledExactlyOnceWith('promoter@example.com', 'de\u200bmo');
});

test('both fields are required', async () => {
  const signIn = answer(success(null));
  render(<SignInForm signIn={signIn} authError="" />);
  await userEvent.click(submit());
  expect(screen.getByRole('alert').textContent).toBe('Введите e-mail и пароль');
  expect(signIn).not.toHaveBeenCalled();
});

test.each([
  [
    problem('refused', { status: 400, code: 'invalid_grant', message: 'The credentials were incorrect.' }),
    'Неверный e-mail или пароль',
  ],
  [problem('refused', { status: 403, message: 'Доступ закрыт.' }), 'Доступ закрыт.'],
  [
    problem('unauthenticated', {
      status: 401,
      code: 'invalid_client',
      message: 'Client authentication failed',
    }),
    'Сервер отказал во входе. Сообщите администратору.ПодробнееClient authentication failed',
  ],
  [problem('refused', { status: 400 }), 'Неверный e-mail или пароль'],
  [problem('offline'), 'Нет связи. Войти можно, когда она появится.'],
  [problem('timeout'), 'Нет связи. Войти можно, когда она появится.'],
  [problem('throttled', { status: 429 }), 'Сервер просит подождать: слишком много запросов.'],
  [
    problem('unavailable', { status: 503, retryAfterMs: 301_000 }),
    'Сервер на обслуживании, попробуйте через 6 мин.',
  ],
  [
    problem('foreign', { status: 503, retryAfterMs: 60_000 }),
    'Сервер на обслуживании, попробуйте через 1 мин.',
  ],
  [problem('foreign', { status: 503 }), 'Сервер на обслуживании.'],
  [problem('foreign', { status: 500 }), 'Сервер ответил ошибкой 500.'],
  [problem('server', { status: 500 }), 'Сервер ответил ошибкой 500.'],
  [problem('unauthenticated', { status: 401 }), 'Сервер ответил 401: это не тот адрес или портал сети.'],
  [
    problem('unreadable', { status: 200, place: 'пользователь, поле can' }),
    'Ответ сервера не прочитать: пользователь, поле can.',
  ],
  [problem('foreign', { status: 404 }), 'Сервер ответил 404: это не тот адрес или портал сети.'],
  [problem('foreign', { status: 200 }), 'Сервер ответил 200: это не тот адрес или портал сети.'],
])('the error line tells why it failed: %o', async (why, text) => {
  render(<SignInForm signIn={answer(failure(why))} authError="" />);
  fireEvent.change(email(), { target: { value: 'promoter@example.com' } });
  await userEvent.type(password(), 'w{Enter}');
  expect(screen.getByRole('alert').textContent).toBe(text);
  expect(email().value).toBe('promoter@example.com');
  expect(submit().disabled).toBe(false);
});

test('whoever is refused again is told that the account may be blocked', async () => {
  render(<SignInForm signIn={answer(failure(problem('refused', { status: 400 })))} authError="" />);
  fireEvent.change(email(), { target: { value: 'promoter@example.com' } });
  await userEvent.type(password(), 'w{Enter}');
  expect(screen.getByRole('alert').textContent).not.toContain('администратор');
  await userEvent.type(password(), 'w{Enter}');
  expect(screen.getByRole('alert').textContent).toMatch(/^Неверный e-mail или пароль\..*администратор/);
});

test('the auth error of the session is shown from the start', () => {
  render(<SignInForm signIn={answer(success(null))} authError="invalid_grant" />);
  expect(screen.getByRole('alert').textContent).toBe('Неверный e-mail или пароль');
  cleanup();
  render(<SignInForm signIn={answer(success(null))} authError="access_denied" />);
  expect(screen.getByRole('alert').textContent).toBe('access_denied');
});

test('a held session can be taken up by its own user only', () => {
  render(<SignInForm signIn={answer(success(null))} authError="" email="promoter@example.com" />);
  expect(email().readOnly).toBe(true);
});
