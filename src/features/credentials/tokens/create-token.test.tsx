// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import {
  button,
  field,
  fillIn,
  openForm,
  press,
  SCOPES,
  SECRET,
  TOKENS_PATH,
  type TokenDesk,
  tokenDesk,
} from '#tests/support/token-desk.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let desk: TokenDesk;
beforeEach(async () => {
  desk = await tokenDesk();
});
afterEach(cleanup);

describe('the form', () => {
  it.each([
    ['', /Название/],
    ['я'.repeat(256), /255/],
  ])('refuses the name «%s» before anything is sent', async (name, words) => {
    await openForm(desk);
    fireEvent.change(field(), { target: { value: name } });
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(desk.bodies()).toEqual([]);
  });

  it('takes a name of 255 letters', async () => {
    await openForm(desk);
    fireEvent.change(field(), { target: { value: 'я'.repeat(255) } });
    await press('Создать');
    expect(await screen.findByText(SECRET)).toBeTruthy();
  });

  it('asks for no rights where the server knows none', async () => {
    desk.scopes = () => answerOf([]);
    desk.show();
    await press('Создать токен');
    await waitFor(async () => expect((await button('Создать')).disabled).toBe(false));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await fillIn('Склад');
    await press('Создать');
    await screen.findByText(SECRET);
    expect(desk.bodies()).toEqual([{ name: 'Склад', scopes: [] }]);
  });

  it('does not offer a right that is of no use to a personal token', async () => {
    desk.scopes = () => answerOf(SCOPES.map(scope => ({ ...scope, personal: scope.id === 'promo' })));
    desk.show();
    await press('Создать токен');
    await screen.findByLabelText('Видеть заявки');
    expect(screen.queryByLabelText('Видеть имя')).toBeNull();
  });

  it('says that the rights did not come, asks again, and keeps what was typed', async () => {
    desk.scopes = () => answerOf({ message: '' }, 500);
    desk.show();
    await press('Создать токен');
    await fillIn('Склад');
    expect(await screen.findByText(/Права не загрузились/)).toBeTruthy();
    expect((await button('Создать')).disabled).toBe(true);
    desk.scopes = () => answerOf(SCOPES);
    await press('Повторить');
    await userEvent.click(await screen.findByLabelText('Видеть заявки'));
    await press('Создать');
    await screen.findByText(SECRET);
    expect(desk.bodies()).toEqual([{ name: 'Склад', scopes: ['promo'] }]);
  });

  it.each([
    ['flat', { name: ['Имя занято'], scopes: ['Выберите право'] }, ['Имя занято', 'Выберите право']],
    [
      'in errors',
      { message: 'The given data was invalid.', errors: { scopes: ['Выберите право'] } },
      ['Выберите право'],
    ],
  ])('stays with what was typed when it is refused, %s', async (_how, body, messages) => {
    const accepted = desk.created;
    desk.created = () => answerOf(body, 422);
    await openForm(desk);
    await fillIn('Склад', 'Видеть заявки');
    await press('Создать');
    const box = await screen.findByRole('alert', { name: 'Whoops! Something went wrong!' });
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(each => each.textContent),
    ).toEqual(messages);
    expect(field().value).toBe('Склад');
    expect(screen.getByLabelText<HTMLInputElement>('Видеть заявки').checked).toBe(true);
    desk.created = accepted;
    await press('Создать');
    expect(await screen.findByText(SECRET)).toBeTruthy();
  });

  it.each([
    ['404 without a body', '', 404],
    ['419 in HTML', '<!doctype html><title>Page Expired</title>', 419],
  ])('says the one sentence when the answer is no object: %s', async (_what, body, status) => {
    desk.created = () => new Response(body, { status, headers: { 'content-type': 'text/html' } });
    await openForm(desk);
    await fillIn('Склад');
    await press('Создать');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Whoops! Something went wrong!Something went wrong. Please try again.',
    );
  });

  it('says what a lost answer may mean, and the list is read again', async () => {
    await openForm(desk);
    await fillIn('Склад');
    desk.network.fault(TOKENS_PATH, 'drop-after');
    await press('Создать');
    const words = /возможно, токен создан\. Его значение уже не узнать/;
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Новый токен' })).toBeTruthy();
    expect(await screen.findByRole('rowheader', { name: 'Склад', hidden: true })).toBeTruthy();
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('cannot be sent without a network, and says so; what was typed stays', async () => {
    await openForm(desk);
    await fillIn('Склад');
    desk.network.off();
    await press('Создать');
    expect((await screen.findAllByText(/действие сейчас недоступно/)).length).toBeGreaterThan(0);
    expect((await button('Создать')).disabled).toBe(true);
    expect(desk.bodies()).toEqual([]);
    expect(field().value).toBe('Склад');
  });

  it('is left with a question once something was typed', async () => {
    await openForm(desk);
    expect(wouldLoseInput()).toBe(false);
    await fillIn('Склад');
    expect(wouldLoseInput()).toBe(true);
    await press('Отмена');
    expect(wouldLoseInput()).toBe(false);
  });

  it('is not sent by Enter in the search of many rights', async () => {
    desk.scopes = () =>
      answerOf(Array.from({ length: 10 }, (_, at) => ({ id: `s${at}`, description: `Право ${at}` })));
    desk.show();
    await press('Создать токен');
    await fillIn('Склад');
    await userEvent.type(await screen.findByRole('searchbox', { name: /Права/ }), 'Право 3{Enter}');
    expect(desk.bodies()).toEqual([]);
  });
});
