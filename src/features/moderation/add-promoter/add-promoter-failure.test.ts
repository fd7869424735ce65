import { describe, expect, it } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { readProblemBody } from '#contract/problem.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { failureText, toAddPromoterFailure } from './add-promoter-failure.ts';
import type { NotAdded } from './use-add-promoter.ts';

const refusedWith = (body: unknown, status = 422) => problem('refused', { ...readProblemBody(body), status });

const sent = { name: 'Вера', email: 'vera@example.com', password: 'p' };

/** What came of it where no list could be read. */
function outcomeOf(found: Problem): NotAdded {
  return isKnownNotApplied(found)
    ? { is: 'failed', problem: found, sent, wasRead: false }
    : { is: 'unknown', problem: found, sent };
}

describe('a taken address', () => {
  it('is told at its field', () => {
    expect(toAddPromoterFailure(outcomeOf(refusedWith({ errors: { email: [EMAIL_TAKEN] } })))).toEqual({
      outcome: 'refused',
      refused: { message: '', fields: { email: ['EMail уже зарегистрирован'] } },
      notice: null,
    });
  });

  it('beside another refusal leaves both at their fields', () => {
    const failed = toAddPromoterFailure(
      outcomeOf(refusedWith({ errors: { email: [EMAIL_TAKEN], name: ['Длинно'] } })),
    );
    expect(failed.refused.fields).toEqual({ email: ['EMail уже зарегистрирован'], name: ['Длинно'] });
    expect(failed.notice?.message).toBe('Не все обязательные поля заполнены');
    expect(failureText(failed)).toBe('EMail уже зарегистрирован Длинно');
  });

  it('is believed in a 2xx too', () => {
    const failed = toAddPromoterFailure(outcomeOf(refusedWith({ errors: { email: [EMAIL_TAKEN] } }, 200)));
    expect(failed.refused.fields).toEqual({ email: ['EMail уже зарегистрирован'] });
  });
});

it.each([
  ['nobody answered', problem('offline'), 'unknown', 'ответа сервера'],
  ['nobody answered in time', problem('timeout'), 'unknown', 'ответа сервера'],
  ['an error without a body', problem('foreign', { status: 500 }), 'unknown', 'ответа сервера'],
  ['a broken server', problem('server', { status: 500, message: 'Boom' }), 'unknown', 'ответа сервера'],
  ['a busy server', problem('throttled', { status: 429 }), 'later', 'ответа сервера'],
  ['JSON without an id', problem('unreadable', { status: 200 }), 'unknown', 'создания промоутера'],
  ['a missing id', refusedWith({ ok: 1 }, 200), 'refused', 'создания промоутера'],
  ['a refusal without fields', refusedWith({ message: 'No' }, 409), 'refused', 'ответа сервера'],
  [
    'another field',
    refusedWith({ errors: { password: ['Пусто'] } }),
    'refused',
    'Не все обязательные поля заполнены',
  ],
])('says of %s what the catalogue says', (_, found, outcome, message) => {
  expect(toAddPromoterFailure(outcomeOf(found))).toMatchObject({
    outcome,
    notice: { type: 'error', title: 'Ошибка', message },
  });
});

it('says nothing in passing of a session that has ended: signing in is asked for elsewhere', () => {
  expect(toAddPromoterFailure(outcomeOf(problem('unauthenticated', { status: 401 })))).toMatchObject({
    outcome: 'later',
    notice: null,
  });
});

it.each([
  ['the words of the server', refusedWith({ message: 'Нельзя' }, 409), 'Нельзя'],
  ['that the permission is missing', refusedWith({ message: 'Forbidden' }, 403), 'Нет прав.'],
  ['nothing of what is being made that it were gone', refusedWith({}, 404), 'Сервер этого не нашел.'],
])('tells a row %s', (_, found, reason) => {
  expect(failureText(toAddPromoterFailure(outcomeOf(found)))).toBe(reason);
});
