// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { PickerCreate } from '../picker/picker-create.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';

const TAKEN = '0001234567';
const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: '', phones: [TAKEN] };

let pocket: ScreenPhone;
let annaKey: string;
beforeEach(async () => {
  pocket = await screenPhone();
  annaKey = (await pocket.phone.save('contact.create', anna)).id;
});
afterEach(cleanup);

const openAdd = () => openScreen(pocket.device, <ContactAddScreen />, '/promo/contacts/add');
const openEdit = (key: string) =>
  openScreen(pocket.device, <ContactEditScreen />, `/promo/contacts/edit/${key}`, '/promo/contacts/edit/:id');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать контакт' });
const entries = () => pocket.phone.entries();

async function fill(name: string, phone: string) {
  await userEvent.type(await field('Имя'), name);
  await userEvent.type(await field('Телефон'), phone);
}

describe('a phone that somebody has already', () => {
  test('names them under its row once it is complete, with ways to them', async () => {
    openAdd();
    await fill('Оля', '000 123 45 6');
    expect(screen.queryByText(/Уже есть/)).toBeNull();
    await userEvent.type(await field('Телефон'), '7');
    const said = await screen.findByText('Уже есть: Анна Ёлкина');
    expect(said.closest('[role=status]')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть: Анна Ёлкина' }).getAttribute('href')).toBe(
      `/promo/contacts?${new URLSearchParams({ search: '+7 (000) 123-45-67', contact: annaKey })}`,
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
    await userEvent.type(await field('Имя'), 'Оля');
    await userEvent.click(await field('Телефон'));
    await userEvent.paste(`8${TAKEN}`);
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

  test('is no duplicate of a contact that is about to be deleted', async () => {
    const { cache } = pocket.phone.book();
    const row = { id: 7, ...anna, first_name: 'Борис', phones: ['0009998877'] };
    const contact_phones = [{ full_phone: '0009998877' }];
    await cache.contacts.put({ ...row, contact_phones, created_at: '', search: '', seenTick: 1 });
    await pocket.phone.save('contact.delete', { contact: '7', name: 'Борис' });
    openAdd();
    await fill('Оля', '0009998877');
    await userEvent.click(create());
    await screen.findByRole('status', { name: 'address' });
    expect(await entries()).toHaveLength(3);
  });
});

describe('a known contact', () => {
  test('is no duplicate of itself', async () => {
    openEdit(annaKey);
    await userEvent.type(await field('Имя'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
    await waitFor(async () => expect((await entries())[0]?.payload).toMatchObject({ first_name: 'Анна!' }));
    expect(screen.queryByText(/Уже есть/)).toBeNull();
  });

  test('is warned of another one, without a way into its form, and not asked about what it had before', async () => {
    const olya = await pocket.phone.save('contact.create', { ...anna, first_name: 'Оля' });
    openEdit(olya.id);
    await screen.findByText('Уже есть: Анна Ёлкина');
    expect(screen.queryByRole('link', { name: /Изменить его/ })).toBeNull();
    await userEvent.type(await field('Имя'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
    await waitFor(async () => expect((await entries())[1]?.payload).toMatchObject({ first_name: 'Оля!' }));
  });
});

test('the picker offers to choose who has the phone instead', async () => {
  const onCreated = vi.fn();
  openScreen(
    pocket.device,
    <PickerCreate text="" onCreated={onCreated} onBack={() => {}} />,
    '/promo/orders/add/point',
  );
  await fill('Оля', TAKEN);
  await userEvent.click(await screen.findByRole('button', { name: 'Выбрать: Анна Ёлкина' }));
  expect(onCreated.mock.calls[0]?.[0]).toMatchObject({ key: annaKey });
  expect(await entries()).toHaveLength(1);
});
