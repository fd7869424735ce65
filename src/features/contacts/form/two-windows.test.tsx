import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { noContactTexts } from '#contract/contact-fields.ts';
import { newId } from '#kit/ids.ts';
import { contactRow, refused } from '#tests/support/cached-rows.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { ContactAddScreen } from './contact-add-screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';

const anna: ContactValues = {
  ...noContactTexts,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  phones: ['0001112233'],
};

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
  await handset.phone.book().cache.contacts.put(contactRow(7, { ...anna, seenTick: 1 }));
});

/** One more window of the same device. */
function openWindow(screen: ReactNode, at: string, pattern?: string) {
  const page = within(openScreen(handset.device, screen, at, pattern).container);
  const field = (name: string) => page.findByRole<HTMLInputElement>('textbox', { name });
  return {
    ...page,
    field,
    async write(name: string, text: string) {
      await userEvent.clear(await field(name));
      await userEvent.click(await field(name));
      await userEvent.paste(text);
    },
    save: () => userEvent.click(page.getByRole('button', { name: /^(Создать|Сохранить) контакт$/ })),
  };
}

const openAdd = () => openWindow(<ContactAddScreen />, '/promo/contacts/add');
const openEdit = (key = '7') =>
  openWindow(<ContactEditScreen />, `/promo/contacts/edit/${key}`, '/promo/contacts/edit/:id');

const hidePage = () => document.dispatchEvent(new Event('visibilitychange'));
const drafts = () => handset.phone.db.drafts.toArray();
const payloads = async () => (await handset.phone.entries()).map(({ payload }) => payload);
const eventually = (...expected: object[]) =>
  waitFor(async () => expect(await payloads()).toMatchObject(expected));

/** A contact that is typed in one window, and found as a draft in another. */
async function openBoth() {
  const first = openAdd();
  await first.write('Имя', 'Анна');
  await first.write('Телефон', '80001234567');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
  const second = openAdd();
  await second.findByText('Черновик восстановлен');
  return { first, second };
}

test.each(['first', 'second'] as const)(
  '[S32] of a new contact in two windows both are kept, the %s saved first',
  async earlier => {
    const both = await openBoth();
    const { [earlier]: one, [earlier === 'first' ? 'second' : 'first']: other } = both;
    await both.second.write('Имя', 'Вера');
    await one.save();
    const note = await other.findByText(/уже сохранена в другом окне/);
    expect(note.getAttribute('role')).toBe('status');
    await other.save();
    const names = earlier === 'first' ? ['Анна', 'Вера'] : ['Вера', 'Анна'];
    await eventually(...names.map(first_name => ({ first_name })));
  },
);

test('[S32] a form that shows what another window has saved already saves it once', async () => {
  const { first, second } = await openBoth();
  await first.save();
  await eventually({ first_name: 'Анна' });
  await second.save();
  expect((await second.findByRole('status', { name: 'address' })).textContent).toBe('/promo/contacts');
  expect(await payloads()).toHaveLength(1);
  expect(await drafts()).toEqual([]);
});

test('[S32] a draft of what another window has saved is none', async () => {
  const { first, second } = await openBoth();
  await first.save();
  await eventually({ first_name: 'Анна' });
  for (const [name, count] of [
    ['Анна М', 1],
    ['Анна', 0],
  ] as const) {
    await second.write('Имя', name);
    hidePage();
    await waitFor(async () => expect(await drafts()).toHaveLength(count));
  }
});

test('[S32] what one window types after another has saved is a draft of its own, and found again', async () => {
  const { first, second } = await openBoth();
  await second.write('Телефон', '80009990001');
  await second.write('Имя', 'Вера');
  hidePage();
  await waitFor(async () =>
    expect(await drafts()).toMatchObject([{ value: { values: { first_name: 'Вера' } } }]),
  );
  await first.save();
  await eventually({ first_name: 'Анна' });
  expect(await drafts()).toHaveLength(1);
  await second.write('Фамилия', 'Ель');
  hidePage();
  await waitFor(async () =>
    expect(await drafts()).toMatchObject([{ value: { values: { last_name: 'Ель' } } }]),
  );
  const third = openAdd();
  expect((await third.field('Имя')).value).toBe('Вера');
  await third.save();
  await eventually({ first_name: 'Анна' }, { first_name: 'Вера', last_name: 'Ель' });
});

test('[S32] of a change in two windows both are kept, field by field, and shown', async () => {
  const [first, second] = [openEdit(), openEdit()];
  await first.write('Комментарий', 'Подъезд 4');
  await second.write('Фамилия', 'Ель');
  await first.save();
  await eventually({ comment: 'Подъезд 4', last_name: 'Ёлкина' });
  await second.save();
  await eventually({ comment: 'Подъезд 4', last_name: 'Ель' });
  await waitFor(async () => expect((await second.field('Комментарий')).value).toBe('Подъезд 4'));
});

test('[S32] a field that both windows have changed is asked about, with both values', async () => {
  const [first, second] = [openEdit(), openEdit()];
  await first.write('Комментарий', 'Подъезд 4');
  await second.write('Комментарий', 'Подъезд 5');
  await first.save();
  await eventually({ comment: 'Подъезд 4' });
  await second.save();
  const said = 'В другом окне сохранено: Подъезд 4. Чтобы оставить свое, сохраните еще раз.';
  expect(await second.findByText(said)).toBeTruthy();
  expect((await second.field('Комментарий')).value).toBe('Подъезд 5');
  await eventually({ comment: 'Подъезд 4' });
  await second.save();
  await eventually({ comment: 'Подъезд 5' });
});

test('[S32] a refused contact that is corrected in two windows keeps both corrections', async () => {
  const { id, seq } = await handset.phone.save('contact.create', anna);
  await handset.phone.db.entries.update(seq, refused({ fields: {} }));
  const [first, second] = [openEdit(id), openEdit(id)];
  await first.write('Комментарий', 'Подъезд 4');
  await second.write('Фамилия', 'Ель');
  await first.save();
  await eventually({ comment: 'Подъезд 4', last_name: 'Ёлкина' });
  await second.save();
  await eventually({ comment: 'Подъезд 4', last_name: 'Ель' });
});

test('[S32] a contact that was never sent and is deleted in another window is not said to be gone from the server', async () => {
  const { id } = await handset.phone.save('contact.create', anna);
  const form = openEdit(id);
  await form.write('Комментарий', 'Подъезд 4');
  const payload = { contact: id, name: 'Анна' };
  const { outbox, book } = handset.phone;
  await outbox.enqueue(book().owner, { id: newId(), kind: 'contact.delete', payload });
  expect(await form.findByText('Контакт удален: сохранить его здесь нельзя.')).toBeTruthy();
  expect((await form.field('Комментарий')).value).toBe('Подъезд 4');
});

test('[S32] what two windows with a blank form have typed is kept, and restored one after the other', async () => {
  const [first, second] = [openAdd(), openAdd()];
  await second.write('Имя', 'Вера');
  await second.write('Телефон', '80009990001');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
  await first.write('Имя', 'Анна');
  await first.write('Телефон', '80001234567');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(2));
  await first.save();
  await eventually({ first_name: 'Анна' });
  const third = openAdd();
  expect((await third.field('Имя')).value).toBe('Вера');
  await third.save();
  await eventually({ first_name: 'Анна' }, { first_name: 'Вера' });
  expect(await drafts()).toEqual([]);
});
