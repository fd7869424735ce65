import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { failure } from '#kit/result.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactImportScreen, type ImportState } from './import-screen.tsx';

const card = (name: string, ...phones: string[]) =>
  `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\n${phones.map(phone => `TEL:${phone}\n`).join('')}END:VCARD\n`;

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'contacts');
});

const open = () => openScreen(handset.device, <ContactImportScreen />, '/promo/contacts/import');
const bring = async (...contents: string[]) => {
  const files = contents.map((content, index) => new File([content], `${index}.vcf`, { type: 'text/vcard' }));
  await userEvent.upload(await screen.findByLabelText('Выбрать файл'), files);
};
const row = async (name: string) => {
  const tick = await screen.findByRole('checkbox', { name });
  const item = tick.closest('li');
  if (!item) throw new Error(`${name} stands in no row`);
  return { tick: tick as HTMLInputElement, view: within(item) }; // the role says that it is an input
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const names = async () =>
  (await handset.phone.entries()).map(({ payload }) => (payload as { first_name: string }).first_name);

describe('people from files', () => {
  test('are shown first, new ones ticked, and added at a press; brought again they add nothing', async () => {
    open();
    await bring(card('Анна', '0001234567'), card('Борис', '0005550101') + card('Вера', '02'));
    expect((await row('Анна')).view.getByText('Новый')).toBeTruthy();
    expect((await row('Борис')).tick.checked).toBe(true);
    const vera = await row('Вера');
    expect(vera.tick.disabled).toBe(true);
    expect(vera.view.getByText('Ни один номер не подходит')).toBeTruthy();
    expect(vera.view.getByText('02 — не хватает 8 цифр: нужно 10 после +7')).toBeTruthy();
    expect(await handset.phone.entries()).toEqual([]);
    await press('Добавить 2 контакта');
    expect(await screen.findByText(/^Добавлено: 2 контакта/)).toBeTruthy();
    expect(await names()).toEqual(['Анна', 'Борис']);
    await press('Импортировать еще');
    await bring(card('Анна', '0001234567'), card('Борис', '0005550101'));
    expect((await row('Анна')).view.getByText('Этот контакт уже добавлен: Анна')).toBeTruthy();
    expect((await row('Анна')).tick.disabled).toBe(true);
    expect(await screen.findByRole('button', { name: 'Никто не отмечен' })).toHaveProperty('disabled', true);
    expect(await handset.phone.entries()).toHaveLength(2);
  });

  test('are corrected in place, everything found still in the fields', async () => {
    open();
    await bring(card('Вера', '+7 916 123-45-6'));
    await press('Исправить: Вера');
    const sheet = within(await screen.findByRole('dialog', { name: 'Исправить: Вера' }));
    const phone = sheet.getByRole<HTMLInputElement>('textbox', { name: 'Телефон' });
    expect(phone.value).toBe('+7 916 123-45-6');
    await userEvent.clear(phone);
    await userEvent.type(phone, '0001234567');
    await userEvent.click(sheet.getByRole('button', { name: 'Готово' }));
    await waitFor(async () => expect((await row('Вера')).tick.checked).toBe(true));
    await press('Добавить 1 контакт');
    await waitFor(async () => expect(await names()).toEqual(['Вера']));
  });

  test('who share a phone with somebody are not added unasked; new numbers go to the one who is there', async () => {
    await handset.phone.save('contact.create', {
      ...noContactTexts,
      first_name: 'Анна',
      last_name: '',
      comment: 'код 12',
      phones: ['0001234567'],
    });
    open();
    await bring(card('Аня', '0001234567', '0007654321') + card('Муж Ани', '0007654321'));
    const anna = await row('Аня');
    expect(anna.view.getByText('Такой телефон уже есть: Анна')).toBeTruthy();
    expect(anna.tick.checked).toBe(false);
    const husband = await row('Муж Ани');
    expect(husband.view.getByText('Такой телефон уже есть в этом списке: Аня')).toBeTruthy();
    await userEvent.click(
      anna.view.getByRole('checkbox', { name: /^Добавить номера: \+7\s\(000\)\s765‑43‑21$/ }),
    );
    await press('Добавить номера: 1');
    expect(await screen.findByText(/^Номера добавлены: 1/)).toBeTruthy();
    const [entry, ...others] = await handset.phone.entries();
    expect(others).toEqual([]);
    expect(entry?.payload).toEqual({
      ...noContactTexts,
      first_name: 'Анна',
      last_name: '',
      comment: 'код 12',
      phones: ['0001234567', '0007654321'],
    });
    await press('К остальным (1)');
    expect((await row('Муж Ани')).view.getByText('Такой телефон уже есть: Анна')).toBeTruthy();
  });

  test('whom a full disk refuses stay in the list, and the reason is said', async () => {
    const { enqueueAll } = handset.device.outbox;
    handset.device.outbox.enqueueAll = async () => failure({ reason: 'full' });
    open();
    await bring(card('Анна', '0001234567'));
    await press('Добавить 1 контакт');
    expect(await screen.findByText(/^На устройстве нет места/)).toBeTruthy();
    expect((await row('Анна')).tick.checked).toBe(true);
    handset.device.outbox.enqueueAll = enqueueAll;
    await press('Добавить 1 контакт');
    await waitFor(async () => expect(await names()).toEqual(['Анна']));
  });

  test('of whom something is doubtful are not ticked; what has no field is named, or kept at one press', async () => {
    const birthday = card('Анна', '0001234567').replace('TEL', 'BDAY:1990-05-12\nTEL');
    open();
    await bring(birthday + card('Борис', '0005550101').replace('END', 'это не строка\nEND'));
    const boris = await row('Борис');
    expect(boris.tick.checked).toBe(false);
    expect(boris.view.getByText('Карточка в файле повреждена: проверьте, все ли на месте')).toBeTruthy();
    const anna = await row('Анна');
    expect(anna.view.getByText('Не войдет в контакт: день рождения 1990-05-12')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Записать в комментарий все/ }));
    expect(await anna.view.findByText('День рождения: 1990-05-12')).toBeTruthy();
    await press('Добавить 1 контакт');
    await waitFor(async () => expect(await names()).toEqual(['Анна']));
    expect((await handset.phone.entries())[0]?.payload).toMatchObject({
      comment: 'День рождения: 1990-05-12',
    });
  });

  test('in a table are added as was said of its unknown columns', async () => {
    open();
    await bring('Имя;Телефон;Собака\nГлеб;80001234568;Рекс\n');
    expect(await screen.findByText('Например: Рекс')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Собака' }), 'Комментарий');
    await press('Показать контакты');
    expect((await row('Глеб')).view.getByText('Рекс')).toBeTruthy();
    await press('Добавить 1 контакт');
    await waitFor(async () => expect(await names()).toEqual(['Глеб']));
    expect((await handset.phone.entries())[0]?.payload).toMatchObject({ comment: 'Рекс' });
  });

  test('that cannot be read are told, and nothing else happens', async () => {
    open();
    await bring('это не контакты');
    expect(await screen.findByText('В «0.vcf» нет контактов. Нужен файл .vcf, .csv или .ldif.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Показать контакты' })).toBeTruthy();
  });

  test('are drawn fifty at a time, and all of them added', async () => {
    open();
    await bring(
      Array.from({ length: 60 }, (_, index) => card(`Имя ${index}`, `000${1_000_000 + index}`)).join(''),
    );
    await row('Имя 0');
    expect(screen.getAllByRole('listitem')).toHaveLength(50);
    await press('Добавить 60 контактов');
    expect(await screen.findByText(/^Добавлено: 60 контактов/)).toBeTruthy();
    expect(await handset.phone.entries()).toHaveLength(60);
  });
});

test('people from a text are read line by line', async () => {
  open();
  const box = await screen.findByRole('textbox', { name: /по одному человеку в строке/ });
  await userEvent.click(box);
  await userEvent.paste('Анна 0001234567\nБорис');
  await press('Показать контакты');
  expect((await row('Анна')).tick.checked).toBe(true);
  expect((await row('Борис')).view.getByText('Нет телефона')).toBeTruthy();
  await press('Назад');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Анна 0001234567\nБорис');
});

describe("people from the phone's own book", () => {
  test('are not offered where the browser cannot', async () => {
    open();
    await screen.findByLabelText('Выбрать файл');
    expect(screen.queryByRole('button', { name: 'Взять из телефона' })).toBeNull();
  });

  test('are asked for at once, and once, where the tap that led here asked for them', async () => {
    const select = vi.fn().mockResolvedValue([{ name: ['Анна'], tel: ['+7 000 123-45-67'] }]);
    vi.stubGlobal('ContactsManager', class {});
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
    const state: ImportState = { isFromPhone: true };
    openScreen(
      handset.device,
      <Routes>
        <Route
          path="/"
          element={
            <Link to="import" state={state}>
              из телефона
            </Link>
          }
        />
        <Route path="import" element={<ContactImportScreen />} />
      </Routes>,
      '/promo',
      '/promo/*',
    );
    await userEvent.click(await screen.findByRole('link', { name: 'из телефона' }));
    expect((await row('Анна')).tick.checked).toBe(true);
    expect(select).toHaveBeenCalledOnce();
  });

  test('are shown like all others; a phone that refuses is told', async () => {
    const select = vi.fn().mockResolvedValueOnce([{ name: ['Анна'], tel: ['+7 000 123-45-67', ''] }]);
    vi.stubGlobal('ContactsManager', class {});
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
    open();
    await press('Взять из телефона');
    expect((await row('Анна')).tick.checked).toBe(true);
    expect(select).toHaveBeenCalledWith(['name', 'tel'], { multiple: true });
    select.mockRejectedValueOnce(new TypeError('broken'));
    await press('Назад');
    await press('Взять из телефона');
    expect(await screen.findByText(/^Телефон не отдал контакты/)).toBeTruthy();
  });
});
