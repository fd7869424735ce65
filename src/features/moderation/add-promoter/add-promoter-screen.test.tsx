import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { networkAtom } from '#state/sync.ts';
import {
  ADD,
  button,
  fillIn,
  input,
  type OpenAddPromoter,
  openAddPromoter,
  press,
  refusal,
  SECRET,
} from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { everythingStored, toasts } from '#tests/support/screen.tsx';
import { leaveWords, wouldLoseInput } from '#ui/form/open-forms.ts';

/** What is sent of the password that is typed. */
const SENT = SECRET.trim();

let app: OpenAddPromoter;
beforeEach(async () => {
  app = await openAddPromoter();
});

async function addVera() {
  await app.open();
  await fillIn({ name: ' Вера ' });
  await press('Добавить промоутера');
  await screen.findByRole('heading', { name: 'Промоутер добавлен' });
}

describe('the form', () => {
  it('sends nothing until everything is there and right', async () => {
    await app.open();
    await press('Добавить промоутера');
    expect(await screen.findByText('4 ошибки в форме')).toBeTruthy();
    await fillIn({ email: 'вера', again: 'другой' });
    await press('Добавить промоутера');
    await waitFor(() => expect(document.activeElement).toBe(input('E-mail')));
    expect(input('Повтор пароля').getAttribute('aria-invalid')).toBe('true');
    expect(app.calls()).toEqual([]);
    expect(toasts()).toEqual([]);
  });

  it('trims every value, the password too', async () => {
    await addVera();
    expect(JSON.parse(app.calls()[0]?.body ?? '')).toEqual({
      name: 'Вера',
      email: 'vera@example.com',
      password: SENT,
      password_confirmation: SENT,
    });
    await waitFor(() => expect(toasts()).toEqual(['success: Промоутер успешно добавлен']));
  });

  it('has its button below the page of a phone only while it is shown', async () => {
    const place = document.body.appendChild(document.createElement('footer'));
    await app.open('?batch', place);
    await screen.findByLabelText('Имя *');
    expect(place.textContent).toBe('');
    await userEvent.click(screen.getByRole('radio', { name: 'Один' }));
    expect(place.textContent).toContain('Добавить промоутера');
    await userEvent.click(screen.getByRole('radio', { name: 'Списком' }));
    expect(place.textContent).toBe('');
    place.remove();
  });

  it('takes a password of one character', async () => {
    await app.open();
    await fillIn({ password: 'я' });
    await press('Добавить промоутера');
    expect(await screen.findByText('Промоутер добавлен')).toBeTruthy();
  });

  it('asks browsers to fill in and to remember nothing', async () => {
    await app.open();
    expect(input('Пароль').autocomplete).toBe('new-password');
    expect(input('Повтор пароля').autocomplete).toBe('new-password');
    expect(input('E-mail').autocomplete).toBe('off');
  });

  it('invents a password, fills both fields and shows it until another is typed', async () => {
    await app.open();
    await press('Придумать пароль');
    const shown = (await screen.findByText(/^[a-z2-9]{12}$/)).textContent;
    expect(input('Пароль').value).toBe(shown);
    expect(input('Повтор пароля').value).toBe(shown);
    await userEvent.type(input('Пароль'), '2');
    await waitFor(() => expect(screen.queryByText(shown ?? '')).toBeNull());
  });
});

describe('what the server says', () => {
  const submit = async () => {
    await app.open();
    await fillIn();
    await press('Добавить промоутера');
  };

  it('of a taken address stands at its field', async () => {
    app.network.answer(ADD, () => answerOf({ email: [EMAIL_TAKEN] }, 422));
    await submit();
    expect(await screen.findByText('EMail уже зарегистрирован', { selector: 'p' })).toBeTruthy();
    expect(input('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(input('Пароль').value).toBe(SECRET);
    expect(toasts()).toEqual([]);
  });

  it.each([
    [
      'other fields',
      () => refusal({ name: ['Длинно'] }),
      'error: Ошибка Не все обязательные поля заполнены',
      'Длинно',
    ],
    [
      'no body',
      () => new Response(null, { status: 500 }),
      'error: Ошибка ответа сервера',
      'аккаунт не создан',
    ],
    [
      'a refusal with 200',
      () => answerOf({ status: 'error' }),
      'error: Ошибка создания промоутера',
      'аккаунт не создал',
    ],
    ['no permission', () => answerOf({}, 403), 'error: Ошибка ответа сервера', 'Нет прав'],
  ])('of %s is told in passing and in the form', async (_, answer, toast, inline) => {
    app.network.answer(ADD, answer);
    await submit();
    expect((await screen.findAllByText(new RegExp(inline))).length).toBeGreaterThan(0);
    expect(toasts()).toEqual([toast]);
    expect(input('Имя').value).toBe('Вера');
  });

  it('is awaited: nobody says «Системная ошибка» before, and the button waits', async () => {
    const held = app.network.hold(ADD);
    await submit();
    await held.arrived;
    expect(button('Добавить промоутера').disabled).toBe(true);
    expect(toasts()).toEqual([]);
    held.release();
    await screen.findByText('Промоутер добавлен');
  });

  it('can be something that nobody has thought of', async () => {
    await app.open();
    await fillIn();
    const broken = new Error('no storage');
    const thrown = new Promise(resolve => {
      process.once('unhandledRejection', resolve);
    });
    vi.spyOn(app.device.api, 'call').mockRejectedValueOnce(broken);
    await press('Добавить промоутера');
    expect((await screen.findByRole('alert')).textContent).toContain('Системная ошибка');
    expect(toasts()).toEqual(['error: Ошибка Системная ошибка']);
    expect(await thrown).toBe(broken);
  });

  it('cannot be asked without a network: the form is filled in, and its button says why it waits', async () => {
    const { store } = await app.open();
    store.set(networkAtom, { reachable: false, lastSyncAt: null });
    await fillIn();
    expect(button('Добавить промоутера').disabled).toBe(true);
    expect(screen.getByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  });
});

describe('the data card', () => {
  const card = () => screen.getByRole('region', { name: 'Промоутер добавлен' });

  it('takes the focus; it has name and e-mail, and the password behind a link that shows it in a dialog', async () => {
    await addVera();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Промоутер добавлен'));
    expect(card().textContent).toContain('Вера');
    expect(card().textContent).toContain('vera@example.com');
    expect(document.body.innerHTML).not.toContain(SENT);
    await press('показать пароль');
    const dialog = screen.getByRole('dialog', { name: 'Пароль: Вера' });
    expect(dialog.querySelector('code')?.textContent).toBe(SENT);
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement); // its cross
    expect(document.body.innerHTML).not.toContain(SENT);
  });

  it('copies the password, and everything with the address of the app', async () => {
    await addVera();
    await press('Скопировать пароль');
    expect(await navigator.clipboard.readText()).toBe(SENT);
    await press('Скопировать данные');
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`Пароль: ${SENT}`);
    expect(text).toContain('/application/');
  });

  it('prints the password though it is hidden, with the address and the steps, and nothing of the screen', async () => {
    let paper = '';
    let screenClass = '';
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      paper = document.querySelector('article')?.textContent ?? '';
      screenClass = card().closest('.no-print')?.className ?? '';
      window.dispatchEvent(new Event('afterprint'));
    };
    await addVera();
    await press('Печать');
    for (const words of ['Вера', 'vera@example.com', SENT, '/application/', 'Android', 'iPhone'])
      expect(paper).toContain(words);
    expect(screenClass).toBe('no-print');
    await waitFor(() => expect(document.querySelector('article')).toBeNull());
    expect(document.body.innerHTML).not.toContain(SENT);
  });

  it('gives way to an empty form for another, whose first field has the focus', async () => {
    await addVera();
    await press('Добавить еще одного промоутера');
    await waitFor(() => expect(document.activeElement).toBe(input('Имя')));
    for (const label of ['Имя', 'E-mail', 'Пароль', 'Повтор пароля']) expect(input(label).value).toBe('');
    expect(screen.getByRole('heading', { name: 'Добавлены сейчас: 1' })).toBeTruthy();
  });

  it('may be left once the password was seen, and not without a question before', async () => {
    await addVera();
    expect(wouldLoseInput()).toBe(true);
    expect(leaveWords()?.title).toBe('Уйти, не увидев пароль?');
    await press('показать пароль');
    expect(wouldLoseInput()).toBe(false);
  });
});

describe('a password', () => {
  it('is on no storage of the device, neither while it is typed nor after', async () => {
    await app.open();
    await fillIn({ password: 'zzqqzz' });
    await waitFor(async () => expect(await everythingStored(app)).toContain('vera@example.com'));
    expect(await everythingStored(app)).not.toContain('zzqq');
    await press('Добавить промоутера');
    await screen.findByText('Промоутер добавлен');
    await waitFor(async () => expect(await everythingStored(app)).not.toContain('vera@example.com'));
    expect(await everythingStored(app)).not.toContain('zzqq');
    expect(window.location.href).not.toContain('zzqq');
  });

  it('is gone when the screen is opened anew; name and e-mail come back', async () => {
    const view = await app.open();
    await fillIn();
    view.close();
    await app.open();
    expect(await screen.findByText('Черновик восстановлен')).toBeTruthy();
    expect(input('Имя').value).toBe('Вера');
    expect(input('Пароль').value).toBe('');
    await press('Начать заново');
    await waitFor(() => expect(input('Имя').value).toBe(''));
  });
});
