import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { networkAtom } from '#state/sync.ts';
import {
  ADD,
  input,
  type OpenAddPromoter,
  openAddPromoter,
  PROMOTERS,
  press,
  refusal,
  TAKEN,
} from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let app: OpenAddPromoter;
beforeEach(async () => {
  app = await openAddPromoter();
});

describe('a list', () => {
  const paste = async (text: string) => {
    const view = await app.open('?batch');
    fireEvent.change(await screen.findByLabelText('Список: имя, e-mail, пароль'), {
      target: { value: text },
    });
    await press('Проверить список');
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
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
    expect(app.calls()).toEqual([]);
  });

  it('says which cells of a row have no field', async () => {
    await paste('ФИО;Телефон;E-mail\nВера;+7 916;vera@example.com');
    expect(rows()[0]?.textContent).toContain('не взято: Телефон: +7 916');
  });

  it('comes out of a spreadsheet, of which one sheet is asked for, and joins what was typed', async () => {
    await app.open('?batch');
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Список/ });
    fireEvent.change(box, { target: { value: 'Вера;vera@example.com' } });
    const bytes = readFileSync('tests/support/spreadsheets/libreoffice.xlsx');
    await userEvent.upload(
      screen.getByLabelText(/Открыть файл/, { selector: 'input' }),
      new File([bytes], 'люди.xlsx'),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Люди' }));
    await waitFor(() =>
      expect(box.value).toBe(
        'Вера;vera@example.com\nИмя\tE-mail\tТелефон\tРожден\n' +
          'Анна Ёлкина\tanna@example.test\t80001234567\t12.05.1990\n',
      ),
    );
    expect(screen.queryByRole('button', { name: 'Люди' })).toBeNull();
  });

  it('keeps what is typed while a file is read, and takes every file', async () => {
    await app.open('?batch');
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Список/ });
    const upload = async (name: string, text: string, isRead: Promise<void>) => {
      const file = new File([text], name);
      file.arrayBuffer = () => isRead.then(() => Uint8Array.from(Buffer.from(text)).buffer);
      await userEvent.upload(screen.getByLabelText(/Открыть файл/, { selector: 'input' }), file);
    };
    const read = deferred();
    await upload('1.csv', 'Вера;vera@example.com', read.promise);
    await upload('2.csv', 'Иван;ivan@example.com', read.promise);
    const button = screen.getByRole('button', { name: /Открыть файл/ });
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.change(box, { target: { value: 'Ия;ia@example.com' } });
    read.resolve();
    await waitFor(() =>
      expect(box.value).toBe('Ия;ia@example.com\nВера;vera@example.com\nИван;ivan@example.com'),
    );
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  });

  it('says which file the device does not give', async () => {
    await app.open('?batch');
    const gone = new File([''], 'люди.csv');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    await userEvent.upload(await screen.findByLabelText(/Открыть файл/, { selector: 'input' }), gone);
    const words = await screen.findAllByText(/«люди.csv» не удалось прочитать/);
    expect(words.length).toBeGreaterThan(0);
  });

  it('stays where a file cannot be taken, and says why', async () => {
    await app.open('?batch');
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Список/ });
    fireEvent.change(box, { target: { value: 'Вера;vera@example.com' } });
    const bytes = readFileSync('tests/support/spreadsheets/libreoffice.xls');
    await userEvent.upload(
      screen.getByLabelText(/Открыть файл/, { selector: 'input' }),
      new File([bytes], 'люди.xls'),
    );
    expect((await screen.findAllByText(/Это файл старого Excel/)).length).toBeGreaterThan(0);
    expect(box.value).toBe('Вера;vera@example.com');
  });

  it('keeps what is too much, to be divided', async () => {
    await paste(listOf(1000));
    expect(screen.getAllByText(/Не больше 200 строк за один раз, а в списке 1000/).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Список/ }).value).toContain('p1000@');
  });

  it('says of every address that is taken before anybody is added, asking once', async () => {
    app.made.push({ name: 'Другой', email: 'p2@example.com' });
    await paste(`${listOf(3)}\nБез адреса\t`);
    expect(screen.getByText('4 строки, с ошибками: 2')).toBeTruthy();
    expect(rows()[1]?.textContent).toContain('EMail уже зарегистрирован');
    const asked = app.network.seen.filter(({ path }) => path.endsWith(TAKEN));
    expect(asked.map(({ body }) => JSON.parse(body).emails)).toEqual([
      ['p1@example.com', 'p2@example.com', 'p3@example.com'],
    ]);
    await press('Исправить: Имя 2');
    await userEvent.type(within(screen.getByRole('dialog')).getByLabelText('E-mail *'), '.org');
    await press('Готово');
    await press('Добавить 3 промоутеров');
    expect(await screen.findByText('Добавлено 3 из 4')).toBeTruthy();
    expect(app.calls()).toHaveLength(3);
  });

  it('says that it was not found out which are taken, and then the server tells of each', async () => {
    app.made.push({ name: 'Другой', email: 'p2@example.com' });
    app.network.fault(TAKEN, '404');
    await paste(listOf(3));
    expect(screen.getByText(/^Занятые e-mail не проверены/)).toBeTruthy();
    const held = app.network.hold(ADD);
    await press('Добавить 3 промоутеров');
    await held.arrived;
    expect(app.calls()).toHaveLength(1);
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
    expect(app.made).toEqual([{ name: 'Вера', email: 'vera@example.com' }]);
  });

  it('stops after the row that is on its way, and goes on from there', async () => {
    await paste(listOf(3));
    const held = app.network.hold(ADD);
    await press('Добавить 3 промоутеров');
    await held.arrived;
    await press('Остановить');
    held.release();
    expect(await screen.findByText('Остановлено. Остальные ждут.')).toBeTruthy();
    expect(app.calls()).toHaveLength(1);
    await press('Продолжить: 2');
    expect(await screen.findByText('Добавлено 3 из 3')).toBeTruthy();
    expect(app.calls()).toHaveLength(3);
  });

  it('stops without a network and goes on by itself, the lost row last and under its own key', async () => {
    app.network.fault(ADD, 'drop-before');
    // The list before, and the look for the lost row.
    app.network.fault(PROMOTERS, 'drop-before', 2);
    const { store } = await paste(listOf(3));
    await press('Добавить 3 промоутеров');
    expect(await screen.findByText(/Продолжим сами/)).toBeTruthy();
    expect(rows()[0]?.textContent).toContain('Неизвестно');
    expect(screen.queryByRole('button', { name: 'Исправить: Имя 1' })).toBeNull();
    store.set(networkAtom, { reachable: true, lastSyncAt: null });
    expect(await screen.findByText('Добавлено 3 из 3')).toBeTruthy();
    expect(app.made.map(({ name }) => name)).toEqual(['Имя 2', 'Имя 3', 'Имя 1']);
  });

  it('asks a row that the list does not show again under its own key, and finds it where it came late', async () => {
    app.network.fault(ADD, '500-after');
    // The list before, and the look for the lost row.
    for (const _ of [1, 2]) app.network.answer(PROMOTERS, () => answerOf({ list: [] }));
    await paste(listOf(2));
    await press('Добавить 2 промоутеров');
    expect((await screen.findAllByText(/аккаунт не создан/)).length).toBeGreaterThan(0);
    expect(rows()[0]?.textContent).toMatch(/Ждет.*аккаунт не создан/);
    await press('Добавить 2 промоутеров');
    expect(await screen.findByText('Добавлено 2 из 2')).toBeTruthy();
    const [first, again, second] = app.calls();
    expect(again?.body).toBe(first?.body);
    expect(again?.key).toBe(first?.key);
    expect(second?.key).not.toBe(first?.key);
    expect(screen.getByRole('heading', { name: 'Добавлены сейчас: 2' })).toBeTruthy();
  });

  it('looks for a lost row by its name, beside others of that name', async () => {
    app.made.push({ name: 'Иван', email: 'old@example.com' });
    app.network.fault(ADD, 'truncated');
    await paste('Иван\tp1@example.com\nИван\tp2@example.com');
    await press('Добавить 2 промоутеров');
    expect(await screen.findByText('Добавлено 2 из 2')).toBeTruthy();
    expect([app.calls().length, app.made.length]).toEqual([2, 3]);
  });

  it('lets those that were refused wait again', async () => {
    app.network.answer(ADD, () => refusal({ name: ['Имя занято'] }));
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
    await app.open();
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
