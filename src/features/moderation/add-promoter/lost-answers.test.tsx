/** [S11] An answer that proves nothing of a new promoter: they are looked for before anything is told, and before another is made. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addPromoter } from '#contract/moderation.ts';
import { ANSWERS } from '#tests/support/answers.ts';
import {
  ADD,
  button,
  fillIn,
  input,
  type OpenAddPromoter,
  openAddPromoter,
  PROMOTERS,
  press,
  SECRET,
} from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { toasts } from '#tests/support/screen.tsx';

const UNPROVEN = ANSWERS.filter(answer => answer.seen(addPromoter) === 'unknown');

let app: OpenAddPromoter;
beforeEach(async () => {
  app = await openAddPromoter();
  // Of the same name, and older.
  app.made.push({ name: 'Вера', email: 'older@example.com' });
  await app.open();
  await fillIn();
});

const make = () => void app.made.push({ name: 'Вера', email: 'vera@example.com' });
const submit = () => press('Добавить промоутера');
const isAdded = () => screen.findByRole('heading', { name: 'Промоутер добавлен' });

describe.each(UNPROVEN)('$name', ({ respond }) => {
  it('of one who was made: they are shown as added', async () => {
    app.network.answer(ADD, () => {
      make();
      return respond(addPromoter);
    });
    await submit();
    await isAdded();
    await waitFor(() => expect(toasts()).toEqual(['success: Промоутер успешно добавлен']));
    expect([app.calls().length, app.made.length]).toEqual([0, 2]);
  });

  it('of one who was not made: that is said, and the form keeps everything', async () => {
    app.network.answer(ADD, () => respond(addPromoter));
    await submit();
    expect((await screen.findAllByText(/аккаунт не создан/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(toasts().join()).toMatch(/^error: /));
    expect([input('Имя').value, input('Пароль').value]).toEqual(['Вера', SECRET]);
    expect(app.calls()).toEqual([]);
    await submit();
    await isAdded();
    expect([app.calls().length, app.made.length]).toEqual([1, 2]);
  });
});

describe('where the list cannot be read either', () => {
  const lose = async (respond = () => new Response('<html>', { status: 502 })) => {
    app.network.answer(ADD, () => {
      app.network.fault(PROMOTERS, '500-before');
      return respond();
    });
    await submit();
    expect((await screen.findAllByText(/неизвестно, создан ли аккаунт/)).length).toBeGreaterThan(0);
    expect(toasts().join()).not.toContain('success');
  };

  it('nothing is sent before it could be', async () => {
    await lose();
    app.network.fault(PROMOTERS, 'html');
    await press('Проверить');
    await waitFor(() => expect(button('Проверить').disabled).toBe(false));
    await press('Проверить');
    expect((await screen.findAllByText(/аккаунт не создан/)).length).toBeGreaterThan(0);
    expect(app.calls()).toEqual([]);
    expect(button('Добавить промоутера').disabled).toBe(false);
  });

  it('who is found later is shown with what was sent of them', async () => {
    await lose();
    make();
    await fillIn({ name: 'Вера Иванова' });
    await press('Проверить');
    expect((await isAdded()).closest('section')?.textContent).toMatch(/Вера(?! Иванова)/);
    expect([app.calls().length, app.made.length]).toEqual([0, 2]);
  });
});

it('who came late is found when their address is taken', async () => {
  app.network.answer(ADD, () => new Response(null, { status: 504 }));
  await submit();
  expect((await screen.findAllByText(/аккаунт не создан/)).length).toBeGreaterThan(0);
  make();
  await submit();
  await isAdded();
  expect(app.made).toHaveLength(2);
});

it('where the list could not be read before, a namesake is taken for nobody', async () => {
  app.network.fault(PROMOTERS, '500-before');
  app.network.answer(ADD, () => new Response(null, { status: 504 }));
  await submit();
  expect((await screen.findAllByText(/возможно, аккаунт создан/)).length).toBeGreaterThan(0);
  expect(toasts().join()).not.toContain('success');
  await submit();
  await isAdded();
  expect(app.made).toHaveLength(2);
});

describe.each([
  ['another address', { id: 2, name: 'Вера', email: 'other@example.com' }],
  ['the id of one who was there', { id: 1, name: 'Вера', email: 'vera@example.com' }],
])('an answer with %s', (_, said) => {
  it('of one who was made: they are found', async () => {
    app.network.answer(ADD, () => {
      make();
      return answerOf(said);
    });
    await submit();
    await isAdded();
    expect(screen.queryByText('other@example.com')).toBeNull();
    expect([app.calls().length, app.made.length]).toEqual([0, 2]);
  });

  it('of one who was not made: that is said', async () => {
    app.network.answer(ADD, () => answerOf(said));
    await submit();
    expect((await screen.findAllByText(/аккаунт не создан/)).length).toBeGreaterThan(0);
    expect(toasts().join()).not.toContain('success');
    expect(input('Имя').value).toBe('Вера');
  });
});

it('an address in other letters is the one that was sent', async () => {
  app.network.answer(ADD, () => answerOf({ id: 2, name: 'Вера', email: 'Vera@Example.com' }));
  await submit();
  await isAdded();
});
