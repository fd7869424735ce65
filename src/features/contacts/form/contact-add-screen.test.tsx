import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { newId } from '#kit/ids.ts';
import type { CacheDb } from '#storage/cache-db.ts';
import { contentOf } from '#sync/drafts.ts';
import { contactRow } from '#tests/support/cached-rows.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { PickerCreate } from '../contact-picker.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

const openAdd = (query = '') =>
  openScreen(handset.device, <ContactAddScreen />, `/promo/contacts/add${query}`);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать контакт' });
const next = () => screen.getByRole('button', { name: 'Сохранить и добавить еще' });
const entries = () => handset.phone.entries();
const drafts = () => handset.phone.db.drafts.toArray();

async function fill(name: string, phone: string) {
  await write(await field('Имя'), name);
  await write(await field('Телефон'), phone);
}

async function write(input: HTMLInputElement, text: string) {
  await userEvent.click(input);
  await userEvent.paste(text);
}

/** Deletes a database that another tab does not let go: nobody can open it until the test is over. */
async function holdDatabase(cache: CacheDb): Promise<void> {
  const opening = indexedDB.open(cache.name);
  await new Promise(resolve => opening.addEventListener('success', resolve));
  cache.close();
  indexedDB.deleteDatabase(cache.name);
  onTestFinished(() => opening.result.close());
}

const TAKEN = '0001234567';
const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: '', phones: [TAKEN] };

describe('a phone that a contact has already', () => {
  let annaKey: string;
  beforeEach(async () => {
    annaKey = (await handset.phone.save('contact.create', anna)).id;
  });

  const openEdit = (key: string) =>
    openScreen(
      handset.device,
      <ContactEditScreen />,
      `/promo/contacts/edit/${key}`,
      '/promo/contacts/edit/:id',
    );

  test('names them under its row once it is complete, with ways to them', async () => {
    openAdd();
    await fill('Оля', '000 123 45 6');
    expect(screen.queryByText(/Уже есть/)).toBeNull();
    await userEvent.type(await field('Телефон'), '7');
    const said = await screen.findByText('Уже есть: Анна Ёлкина');
    expect(said.closest('[role=status]')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть: Анна Ёлкина' }).getAttribute('href')).toBe(
      `/promo/contacts/card/${annaKey}`,
    );
    const edit = screen.getByRole('link', { name: 'Изменить его: Анна Ёлкина' });
    expect(edit.getAttribute('href')).toBe(`/promo/contacts/edit/${annaKey}`);
  });

  test('is told of once when it stands in two rows', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    await userEvent.click(screen.getByRole('button', { name: 'добавить телефон' }));
    await userEvent.type(await field('Телефон 2'), TAKEN);
    await screen.findByText('Уже есть: Анна Ёлкина');
    expect(screen.getAllByText(/Уже есть/)).toHaveLength(1);
  });

  test('is asked about once, then saved if the user says so', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    await userEvent.click(create());
    const question = await screen.findByRole('dialog', {
      name: 'Такой номер уже есть у контакта «Анна Ёлкина»',
    });
    expect(document.activeElement?.textContent).toBe('Открыть контакт');
    expect(await entries()).toHaveLength(1);
    await userEvent.click(within(question).getByRole('button', { name: 'Все равно сохранить' }));
    await screen.findByRole('status', { name: 'address' });
    expect((await entries()).map(entry => entry.payload)).toMatchObject([anna, { first_name: 'Оля' }]);
  });

  test('keeps the form when the question is closed, and asks again', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    await userEvent.click(create());
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Создать контакт');
    expect((await field('Имя')).value).toBe('Оля');
    await userEvent.click(create());
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(await entries()).toHaveLength(1);
  });

  test('is asked about although it was pasted a moment before the save', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(await entries()).toHaveLength(1);
  });

  test('[S9] keeps the draft when the user goes to look', async () => {
    const view = openAdd();
    await fill('Оля', TAKEN);
    await userEvent.click(await screen.findByRole('link', { name: 'Открыть: Анна Ёлкина' }));
    await screen.findByRole('status', { name: 'address' });
    view.unmount();
    openAdd();
    expect((await field('Имя')).value).toBe('Оля');
    expect((await field('Телефон')).value).toBe('+7 (000) 123-45-67');
  });

  test('[S1] is asked about with a book that has broken a moment before the save', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    handset.phone.book().cache.close({ disableAutoOpen: true });
    await userEvent.click(create());
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  test('[S1] is saved unasked where the book does not answer', async () => {
    openAdd();
    await field('Имя');
    await holdDatabase(handset.phone.book().cache);
    await fill('Оля', TAKEN);
    await userEvent.click(create());
    await screen.findByRole('status', { name: 'address' }, { timeout: 4000 });
    expect(await entries()).toHaveLength(2);
  });

  test('[S1] is asked about where it is shown, and the book does not answer any more', async () => {
    openAdd();
    await fill('Оля', TAKEN);
    await screen.findByText('Уже есть: Анна Ёлкина');
    await holdDatabase(handset.phone.book().cache);
    await userEvent.click(create());
    expect(await screen.findByRole('dialog', {}, { timeout: 4000 })).toBeTruthy();
  });

  test('is no duplicate of a contact that is about to be deleted', async () => {
    await handset.phone.book().cache.contacts.put(contactRow(7, { phones: ['0009998877'] }));
    await handset.phone.save('contact.delete', { contact: '7', name: 'Борис' });
    openAdd();
    await fill('Оля', '0009998877');
    await userEvent.click(create());
    await screen.findByRole('status', { name: 'address' });
    expect(await entries()).toHaveLength(3);
  });

  test('warns a known contact of another one, without a way into its form, and not asked about what it had before', async () => {
    const olya = await handset.phone.save('contact.create', { ...anna, first_name: 'Оля' });
    openEdit(olya.id);
    await screen.findByText('Уже есть: Анна Ёлкина');
    expect(screen.queryByRole('link', { name: /Изменить его/ })).toBeNull();
    await userEvent.type(await field('Имя'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
    await waitFor(async () => expect((await entries())[1]?.payload).toMatchObject({ first_name: 'Оля!' }));
  });

  test('the picker offers to choose who has the phone instead', async () => {
    const onCreated = vi.fn();
    openScreen(
      handset.device,
      <PickerCreate text="" onCreated={onCreated} onBack={() => {}} />,
      '/promo/orders/add/point',
    );
    await fill('Оля', TAKEN);
    await userEvent.click(await screen.findByRole('button', { name: 'Выбрать: Анна Ёлкина' }));
    expect(onCreated.mock.calls[0]?.[0]).toMatchObject({ key: annaKey });
    expect(await entries()).toHaveLength(1);
  });

  test('[S1] is picked once it is saved, also where the book does not answer', async () => {
    const onCreated = vi.fn();
    openScreen(
      handset.device,
      <PickerCreate text="" onCreated={onCreated} onBack={() => {}} />,
      '/promo/orders/add/point',
    );
    await field('Имя');
    await holdDatabase(handset.phone.book().cache);
    await fill('Оля', '0009998877');
    await userEvent.click(create());
    await waitFor(() => expect(onCreated).toHaveBeenCalledOnce(), { timeout: 6000 });
    const saved = (await entries())[1];
    expect(onCreated.mock.calls[0]?.[0]).toMatchObject({ key: saved?.id, phones: ['0009998877'] });
  });
});

describe('contacts one after another', () => {
  test('are saved each as an entry of its own; the typed comment stays, the focus is in the name', async () => {
    openAdd();
    await write(await field('Комментарий'), 'Ярмарка');
    await fill('Анна', '80001112233,5');
    await userEvent.click(next());
    expect(await screen.findByText('Анна: сохранен на устройстве. Добавлено подряд: 1')).toBeTruthy();
    expect(document.activeElement).toBe(await field('Имя'));
    expect((await field('Имя')).value).toBe('');
    expect((await field('Телефон')).value).toBe('');
    expect((await field('Комментарий')).value).toBe('Ярмарка');
    await fill('Борис', '0004445566');
    await userEvent.click(next());
    expect(await screen.findByText('Борис: сохранен на устройстве. Добавлено подряд: 2')).toBeTruthy();
    const saved = await entries();
    expect(saved.map(entry => entry.payload)).toEqual([
      {
        ...noContactTexts,
        first_name: 'Анна',
        comment: 'Ярмарка\nдоб. 5 к +7 (000) 111-22-33',
        phones: ['0001112233'],
      },
      { ...noContactTexts, first_name: 'Борис', comment: 'Ярмарка', phones: ['0004445566'] },
    ]);
    expect(new Set(saved.map(entry => entry.id)).size).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('do not take the focus out of the field that is being typed in', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    expect(fireEvent.mouseDown(next())).toBe(false);
  });

  test('are one entry at a double tap, and the second tap complains of nothing', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    fireEvent.click(next());
    fireEvent.click(next());
    await screen.findByText(/Добавлено подряд: 1/);
    await userEvent.click(next());
    expect(await entries()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(await field('Имя'));
  });

  test.each([
    ['create', create],
    ['next', next],
  ])('keep everything when the device is full, whichever button it was: %s', async (_what, button) => {
    openAdd();
    await fill('Анна', '0001112233');
    const full = new DOMException('full', 'QuotaExceededError');
    handset.phone.db.entries.hook('creating', () => {
      throw full;
    });
    await userEvent.click(button());
    expect(await screen.findByText(/На устройстве нет места/)).toBeTruthy();
    expect((await field('Имя')).value).toBe('Анна');
    expect((await field('Телефон')).value).toBe('+7 (000) 111-22-33');
    expect(button().hasAttribute('disabled')).toBe(false);
    expect(screen.queryByText(/Добавлено подряд/)).toBeNull();
  });

  test('[S9] leave no draft of what was saved, one of what is being typed then, and end with the list', async () => {
    const view = openAdd();
    await fill('Анна', '0001112233');
    await userEvent.click(next());
    await screen.findByText(/Добавлено подряд: 1/);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await drafts()).toEqual([]);
    await userEvent.type(await field('Имя'), 'Бо');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    view.unmount();
    openAdd();
    expect((await field('Имя')).value).toBe('Бо');
    await write(await field('Телефон'), '0004445566');
    await userEvent.click(create());
    expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/promo/contacts');
    expect(await entries()).toHaveLength(2);
  });
});

describe('[S9] a draft', () => {
  test('is there again after the app was killed, says so, and can be thrown away', async () => {
    const view = openAdd();
    await write(await field('Имя'), 'Анна');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    view.unmount();
    openAdd();
    expect((await field('Имя')).value).toBe('Анна');
    expect(screen.getByText('Черновик восстановлен')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Начать заново' }));
    await waitFor(async () => expect((await field('Имя')).value).toBe(''));
    expect(screen.queryByText('Черновик восстановлен')).toBeNull();
    expect(await drafts()).toEqual([]);
  });

  test('of one handed-over text is not mixed up with another, nor with a blank form', async () => {
    for (const [query, typed] of [
      ['', 'а'],
      ['?text=Оля', 'б'],
      ['?text=Ира', 'в'],
    ] as const) {
      const view = openAdd(query);
      await userEvent.type(await field('Фамилия'), typed);
      view.unmount();
    }
    await waitFor(async () => expect(await drafts()).toHaveLength(3));
    openAdd('?text=Оля');
    expect((await field('Имя')).value).toBe('Оля');
    expect((await field('Фамилия')).value).toBe('б');
  });

  test('is not offered when its content is already saved', async () => {
    const id = newId();
    const { outbox, book } = handset.phone;
    const { owner, ownerKey } = book();
    const value = { id, values: { ...anna, phones: [{ text: '' }] }, base: null };
    const draftSeen = contentOf(value);
    await outbox.enqueue(owner, { id, kind: 'contact.create', payload: anna, draftSeen });
    await handset.phone.drafts.save({
      key: `${ownerKey}|contact.add|new`,
      ownerKey,
      form: 'contact.add',
      value,
    });
    openAdd();
    expect((await field('Имя')).value).toBe('');
  });
});

describe("from the phone's own book", () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'contacts'));

  function offer(select: () => Promise<unknown>) {
    vi.stubGlobal('ContactsManager', class {});
    Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true });
  }

  const values = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /^(Имя|Телефон)/ }).map(field => field.value);
  const pick = async () => userEvent.click(await screen.findByRole('button', { name: 'Взять из телефона' }));

  test('a contact chosen on the phone fills name and numbers, and is no contact before it is saved', async () => {
    offer(async () => [{ name: ['Анна'], tel: ['8 000 123-45-67', '+7 000 123 45 67', '+380 44 123'] }]);
    openAdd();
    await pick();
    await waitFor(() => expect(values()).toEqual(['Анна', '+7 (000) 123-45-67', '+380 44 123']));
    expect(await handset.phone.entries()).toEqual([]);
  });

  test('what was typed stays', async () => {
    offer(async () => [{ name: ['Анна'], tel: ['80001234567', '0005550101'] }]);
    openAdd();
    await fill('Аня', '0001234567');
    await pick();
    await waitFor(() => expect(values()).toEqual(['Аня', '+7 (000) 123-45-67', '+7 (000) 555-01-01']));
  });

  test('choosing nobody changes nothing', async () => {
    offer(async () => []);
    openAdd();
    await pick();
    expect(values()).toEqual(['', '']);
  });

  test('where the browser cannot, nothing is offered', async () => {
    openAdd();
    await screen.findByRole('textbox', { name: 'Имя' });
    expect(screen.queryByRole('button', { name: 'Взять из телефона' })).toBeNull();
  });
});
