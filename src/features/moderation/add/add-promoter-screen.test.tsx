// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { networkAtom } from '#state/sync.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';
import { AddPromoterScreen } from './add-promoter-screen.tsx';

const ADD = 'moderation/add';
const SECRET = 'Pa55 word ';

let desk: ScreenPhone;
let made: { name: string; email: string }[];
const toasts: string[] = [];

vi.mock('#ui/toast.tsx', async original => ({
  ...(await original<object>()),
  notify: ({ title, message }: { title: string; message: string }) => toasts.push(`${title} / ${message}`),
}));

/** Adds whoever is not there yet. */
async function backend(request: Request): Promise<Response> {
  if (!request.url.endsWith(ADD)) return answerOf({}, 503);
  const { name, email } = await request.json();
  if (made.some(each => each.email === email)) return refusal({ email: [EMAIL_TAKEN] });
  made.push({ name, email });
  return answerOf({ id: made.length, name, email });
}

const refusal = (errors: Record<string, string[]>) => answerOf({ message: 'Нет', errors }, 422);

beforeEach(async () => {
  made = [];
  toasts.length = 0;
  desk = await screenPhone(backend);
  desk.network.on();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = async (query = '') => {
  const store = createStore();
  const view = openScreen(
    desk.device,
    <Provider store={store}>
      <AddPromoterScreen />
    </Provider>,
    `/promo/moderation/add${query}`,
  );
  if (query === '') await screen.findByLabelText('Имя *');
  return { ...view, store };
};
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(`${label} *`);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => userEvent.click(button(name));
const calls = () => desk.network.seen.filter(({ path }) => path.endsWith(ADD));

async function fillIn(values: { name?: string; email?: string; password?: string; again?: string } = {}) {
  const { name = 'Вера', email = 'vera@example.com', password = SECRET, again = password } = values;
  const typed = { Имя: name, 'E-mail': email, Пароль: password, 'Повтор пароля': again };
  for (const [label, text] of Object.entries(typed)) {
    await userEvent.clear(input(label));
    if (text !== '') await userEvent.type(input(label), text);
  }
}

async function addVera() {
  await open();
  await fillIn({ name: ' Вера ' });
  await press('Добавить промоутера');
  await screen.findByRole('heading', { name: 'Промоутер добавлен' });
}

describe('the form', () => {
  it('sends nothing until everything is there and right', async () => {
    await open();
    await press('Добавить промоутера');
    expect(await screen.findByText('4 ошибки в форме')).toBeTruthy();
    await fillIn({ email: 'вера', again: 'другой' });
    await press('Добавить промоутера');
    expect(await screen.findByText('2 ошибки в форме')).toBeTruthy();
    expect(calls()).toEqual([]);
    expect(toasts).toEqual([]);
  });

  it('trims name and e-mail, and leaves the password as it was typed', async () => {
    await addVera();
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      name: 'Вера',
      email: 'vera@example.com',
      password: SECRET,
      password_confirmation: SECRET,
    });
    expect(toasts).toEqual(['Промоутер / успешно добавлен']);
  });

  it('takes a password of one character', async () => {
    await open();
    await fillIn({ password: 'я' });
    await press('Добавить промоутера');
    expect(await screen.findByText('Промоутер добавлен')).toBeTruthy();
  });

  it('asks browsers to fill in and to remember nothing', async () => {
    await open();
    expect(input('Пароль').autocomplete).toBe('new-password');
    expect(input('Повтор пароля').autocomplete).toBe('new-password');
    expect(input('E-mail').autocomplete).toBe('off');
  });

  it('invents a password, fills both fields and shows it until another is typed', async () => {
    await open();
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
    await open();
    await fillIn();
    await press('Добавить промоутера');
  };

  it.each([
    ['newer Laravels', { message: 'Нет', errors: { email: [EMAIL_TAKEN] } }],
    ['older Laravels', { email: [EMAIL_TAKEN] }],
  ])('of a taken address stands at its field, in the form of %s', async (_, body) => {
    desk.network.answer(ADD, () => answerOf(body, 422));
    await submit();
    expect(await screen.findByText('EMail уже зарегистрирован', { selector: 'p' })).toBeTruthy();
    expect(input('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(input('Пароль').value).toBe(SECRET);
    expect(toasts).toEqual([]);
  });

  it.each([
    [
      'other fields',
      () => refusal({ name: ['Длинно'] }),
      'Ошибка / Не все обязательные поля заполнены',
      'Длинно',
    ],
    [
      'no body',
      () => new Response(null, { status: 500 }),
      'Ошибка / ответа сервера',
      'неизвестно, создан ли',
    ],
    ['no id', () => answerOf({}), 'Ошибка / создания промоутера', 'аккаунт не создал'],
    ['no permission', () => answerOf({}, 403), 'Ошибка / ответа сервера', 'Нет права'],
  ])('of %s is told in passing and in the form', async (_, answer, toast, inline) => {
    desk.network.answer(ADD, answer);
    await submit();
    expect((await screen.findAllByText(new RegExp(inline))).length).toBeGreaterThan(0);
    expect(toasts).toEqual([toast]);
    expect(input('Имя').value).toBe('Вера');
  });

  it('is awaited: nobody says «Системная ошибка» before, and the button waits', async () => {
    const held = desk.network.hold(ADD);
    await submit();
    await held.arrived;
    expect(button('Добавить промоутера').disabled).toBe(true);
    expect(toasts).toEqual([]);
    held.release();
    await screen.findByText('Промоутер добавлен');
  });

  it('can be something that nobody has thought of', async () => {
    await open();
    await fillIn();
    const broken = new Error('no storage');
    const thrown = new Promise(resolve => {
      process.once('unhandledRejection', resolve);
    });
    vi.spyOn(desk.device.api, 'call').mockRejectedValueOnce(broken);
    await press('Добавить промоутера');
    expect((await screen.findByRole('alert')).textContent).toContain('Системная ошибка');
    expect(toasts).toEqual(['Ошибка / Системная ошибка']);
    expect(await thrown).toBe(broken);
  });

  it('is unknown when the answer is lost: everything stays, and the same is asked again under the same key', async () => {
    desk.network.fault(ADD, 'drop-after');
    const { store } = await open();
    await fillIn();
    await press('Добавить промоутера');
    expect(await screen.findByText(/неизвестно, создан ли аккаунт/)).toBeTruthy();
    expect(toasts).toEqual(['Ошибка / ответа сервера']);
    expect(input('Пароль').value).toBe(SECRET);
    store.set(networkAtom, { reachable: true, lastSyncAt: null });
    await waitFor(() => expect(button('Добавить промоутера').disabled).toBe(false));
    await press('Добавить промоутера');
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(calls()[0]?.key).toBeTruthy();
    expect(calls()[1]?.key).toBe(calls()[0]?.key);
  });

  it('cannot be asked without a network: the form is filled in, and its button says why it waits', async () => {
    const { store } = await open();
    store.set(networkAtom, { reachable: false, lastSyncAt: null });
    await fillIn();
    expect(button('Добавить промоутера').disabled).toBe(true);
    expect(screen.getByText('Нет связи: действие сейчас недоступно')).toBeTruthy();
  });
});

describe('the data card', () => {
  const card = () => screen.getByRole('region', { name: 'Промоутер добавлен' });

  it('has name and e-mail, and the password behind a link that shows and hides it', async () => {
    await addVera();
    expect(card().textContent).toContain('Вера');
    expect(card().textContent).toContain('vera@example.com');
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
    await press('показать пароль');
    expect(card().querySelector('code')?.textContent).toBe(SECRET);
    await press('скрыть пароль');
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
  });

  it('takes the focus', async () => {
    await addVera();
    expect(document.activeElement?.textContent).toBe('Промоутер добавлен');
  });

  it('copies the password, and everything with the address of the app', async () => {
    await addVera();
    await press('Скопировать пароль');
    expect(await navigator.clipboard.readText()).toBe(SECRET);
    await press('Скопировать данные');
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`Пароль: ${SECRET}`);
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
    for (const words of ['Вера', 'vera@example.com', SECRET, '/application/', 'Android', 'iPhone'])
      expect(paper).toContain(words);
    expect(screenClass).toBe('no-print');
    await waitFor(() => expect(document.querySelector('article')).toBeNull());
    expect(document.body.innerHTML).not.toContain(SECRET.trim());
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
    await press('показать пароль');
    expect(wouldLoseInput()).toBe(false);
  });
});

describe('a password', () => {
  it('is on no storage of the device, neither while it is typed nor after', async () => {
    await open();
    await fillIn({ password: 'zzqqzz' });
    await waitFor(async () => expect(await everythingStored()).toContain('vera@example.com'));
    expect(await everythingStored()).not.toContain('zzqq');
    await press('Добавить промоутера');
    await screen.findByText('Промоутер добавлен');
    await waitFor(async () => expect(await everythingStored()).not.toContain('vera@example.com'));
    expect(await everythingStored()).not.toContain('zzqq');
    expect(window.location.href).not.toContain('zzqq');
  });

  it('is gone when the screen is opened anew; name and e-mail come back', async () => {
    const view = await open();
    await fillIn();
    view.unmount();
    await open();
    expect(await screen.findByText('Черновик восстановлен')).toBeTruthy();
    expect(input('Имя').value).toBe('Вера');
    expect(input('Пароль').value).toBe('');
    await press('Начать заново');
    await waitFor(() => expect(input('Имя').value).toBe(''));
  });
});

/** All that the page has stored, as one text. */
async function everythingStored(): Promise<string> {
  const { db } = desk.device;
  const tables = await Promise.all(
    [...db.tables, ...desk.phone.book().cache.tables].map(each => each.toArray()),
  );
  return JSON.stringify([tables, { ...localStorage }, { ...sessionStorage }]);
}

describe('a list', () => {
  const paste = async (text: string) => {
    const view = await open('?batch');
    fireEvent.change(await screen.findByLabelText('Список: имя, e-mail, пароль'), {
      target: { value: text },
    });
    await press('Проверить список');
    return view;
  };
  const rows = () =>
    within(screen.getByRole('list', { name: 'Список промоутеров' })).getAllByRole('listitem');
  const listOf = (count: number) =>
    Array.from({ length: count }, (_, at) => `Имя ${at + 1}\tp${at + 1}@example.com`).join('\n');

  it('says of every row what is wrong before anything is sent', async () => {
    await paste('Имя;E-mail\nВера;vera@example.com\nБез адреса;\nВера;VERA@example.com');
    expect(screen.getByText('3 строки, с ошибками: 2')).toBeTruthy();
    expect(rows().map(row => row.textContent)).toEqual([
      expect.stringContaining('Ждет'),
      expect.stringContaining('Заполните поле «E-mail».'),
      expect.stringContaining('Такой e-mail уже в строке 1'),
    ]);
    expect(calls()).toEqual([]);
  });

  it('keeps what is too much, to be divided', async () => {
    await paste(listOf(1000));
    expect(screen.getAllByText(/Не больше 200 строк за один раз, а в списке 1000/).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Список/ }).value).toContain('p1000@');
  });

  it('is sent one after another, and of a taken address one row tells', async () => {
    made.push({ name: 'Другой', email: 'p2@example.com' });
    await paste(listOf(3));
    const held = desk.network.hold(ADD);
    await press('Добавить 3 промоутеров');
    await held.arrived;
    expect(calls()).toHaveLength(1);
    expect(rows()[0]?.textContent).toContain('Добавляем');
    held.release();
    expect(await screen.findByText('Добавлено 2 из 3. Не добавлено: 1')).toBeTruthy();
    expect(rows()[1]?.textContent).toContain('EMail уже зарегистрирован');
    expect(screen.getByRole('heading', { name: 'Добавлены сейчас: 2' })).toBeTruthy();
  });

  it('corrects and takes out rows', async () => {
    await paste('Вера;vera\nИван;ivan@example.com');
    await press('Убрать: Иван');
    await press('Исправить: Вера');
    const dialog = screen.getByRole('dialog');
    const email = within(dialog).getByLabelText('E-mail *');
    expect(await within(dialog).findAllByText(/правильный e-mail/)).toBeTruthy();
    await userEvent.type(email, '@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Готово' }));
    await press('Добавить 1 промоутера');
    expect(await screen.findByText('Добавлено 1 из 1')).toBeTruthy();
    expect(made).toEqual([{ name: 'Вера', email: 'vera@example.com' }]);
  });

  it('stops after the row that is on its way, and goes on from there', async () => {
    await paste(listOf(3));
    const held = desk.network.hold(ADD);
    await press('Добавить 3 промоутеров');
    await held.arrived;
    await press('Остановить');
    held.release();
    expect(await screen.findByText('Остановлено. Остальные ждут.')).toBeTruthy();
    expect(calls()).toHaveLength(1);
    await press('Продолжить: 2');
    expect(await screen.findByText('Добавлено 3 из 3')).toBeTruthy();
    expect(calls()).toHaveLength(3);
  });

  it('stops without a network and goes on by itself, the lost row last and under its own key', async () => {
    desk.network.fault(ADD, 'drop-before');
    const { store } = await paste(listOf(3));
    await press('Добавить 3 промоутеров');
    expect(await screen.findByText(/Продолжим сами/)).toBeTruthy();
    expect(rows()[0]?.textContent).toContain('Неизвестно');
    expect(screen.queryByRole('button', { name: 'Исправить: Имя 1' })).toBeNull();
    store.set(networkAtom, { reachable: true, lastSyncAt: null });
    expect(await screen.findByText('Добавлено 3 из 3')).toBeTruthy();
    expect(made.map(({ name }) => name)).toEqual(['Имя 2', 'Имя 3', 'Имя 1']);
  });

  it('asks a lost row again under the same key, whatever was sent in between', async () => {
    desk.network.fault(ADD, '500-after');
    await paste(listOf(2));
    await press('Добавить 2 промоутеров');
    await screen.findByRole('button', { name: 'Продолжить: 2' });
    await press('Продолжить: 2');
    await waitFor(() => expect(calls()).toHaveLength(3));
    const [first, second, again] = calls();
    expect(again?.body).toBe(first?.body);
    expect(again?.key).toBe(first?.key);
    expect(second?.key).not.toBe(first?.key);
    // This backend knows no keys: the row says what that may mean.
    expect(await screen.findByText(/Возможно, это сделала прошлая попытка/)).toBeTruthy();
  });

  it('lets those that were refused wait again', async () => {
    desk.network.answer(ADD, () => refusal({ name: ['Имя занято'] }));
    await paste(listOf(2));
    await press('Добавить 2 промоутеров');
    expect(await screen.findByText('Имя занято')).toBeTruthy();
    await press('Повторить неудавшиеся: 1');
    expect(await screen.findByText('Добавлено 2 из 2')).toBeTruthy();
  });

  it('is not left without a question while rows or passwords would be lost', async () => {
    await paste(listOf(2));
    expect(wouldLoseInput()).toBe(true);
    await press('Добавить 2 промоутеров');
    await screen.findByText('Добавлено 2 из 2');
    expect(wouldLoseInput()).toBe(true);
    window.print = vi.fn();
    await userEvent.click(screen.getAllByRole('button', { name: 'Печать карточек (2)' })[0] as HTMLElement);
    expect(window.print).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(wouldLoseInput()).toBe(false));
  });

  it('stays while one looks at the form, and the form while one looks at the list', async () => {
    await open();
    await userEvent.type(input('Пароль'), 'abc');
    await userEvent.click(screen.getByRole('radio', { name: 'Списком' }));
    fireEvent.change(await screen.findByLabelText('Список: имя, e-mail, пароль'), {
      target: { value: 'Вера' },
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Один' }));
    expect(input('Пароль').value).toBe('abc');
    await userEvent.click(screen.getByRole('radio', { name: 'Списком' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Список/ }).value).toBe('Вера');
  });

  it('starts anew only after a question while rows wait', async () => {
    await paste(listOf(2));
    await press('Новый список');
    await press('Начать новый');
    expect(await screen.findByLabelText('Список: имя, e-mail, пароль')).toBeTruthy();
    expect(wouldLoseInput()).toBe(false);
  });
});
