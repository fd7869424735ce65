import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { contactRow, orderValues, refused } from '#tests/support/cached-rows.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { HomeOrderScreen } from './order-form-screen.tsx';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
  const { references, contacts } = handset.phone.book().cache;
  await references.bulkPut([
    { name: 'basaDistrictList', items: [{ id: 1, name: 'Центр' }], refreshedAt: 1 },
    { name: 'basaWorkList', items: [{ id: 2, name: 'Ноутбук' }], refreshedAt: 1 },
  ]);
  await contacts.put(contactRow(7, { search: 'анна' }));
});

/** One more window of the same device. */
function openWindow(query: string) {
  const at = `/promo/orders/add/basa${query}`;
  const page = within(openScreen(handset.device, <HomeOrderScreen />, at).container);
  const field = (name: RegExp) => page.findByLabelText<HTMLInputElement>(name);
  return {
    ...page,
    field,
    async write(name: RegExp, text: string) {
      await userEvent.clear(await field(name));
      await userEvent.click(await field(name));
      await userEvent.paste(text);
    },
    save: () => userEvent.click(page.getByRole('button', { name: 'Оформить заявку' })),
  };
}

const hidePage = () => document.dispatchEvent(new Event('visibilitychange'));
const drafts = () => handset.phone.db.drafts.toArray();
const eventually = (...expected: object[]) =>
  waitFor(async () =>
    expect((await handset.phone.entries()).map(({ payload }) => payload)).toMatchObject(expected),
  );

/** An order that is typed in one window, and found as a draft in another. */
async function openBoth() {
  const first = openWindow('?contact=7');
  await userEvent.selectOptions(await first.field(/Район/), 'Центр');
  await userEvent.selectOptions(await first.field(/Вид работ/), 'Ноутбук');
  await first.write(/Улица/, 'Лесная');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
  const second = openWindow('?contact=7');
  await second.findByText('Черновик восстановлен');
  return { first, second };
}

test('[S32] of a new order in two windows both are kept, and the second is told so before', async () => {
  const { first, second } = await openBoth();
  await second.write(/Улица/, 'Речная');
  await second.save();
  await eventually({ street: 'Речная' });
  expect((await first.findByText(/уже сохранена в другом окне/)).getAttribute('role')).toBe('status');
  await first.save();
  await eventually({ street: 'Речная' }, { street: 'Лесная' });
});

test('[S32] an order that another window has saved already is saved once', async () => {
  const { first, second } = await openBoth();
  await first.save();
  await eventually({ street: 'Лесная' });
  await second.save();
  expect((await second.findByRole('status', { name: 'address' })).textContent).toBe('/promo/orders');
  expect(await handset.phone.entries()).toHaveLength(1);
});

test('[S32] a draft of what another window has saved is none: a letter typed and removed brings no second order', async () => {
  const { first, second } = await openBoth();
  await first.save();
  await eventually({ street: 'Лесная' });
  const [{ seq } = { seq: 0 }] = await handset.phone.entries();
  await handset.phone.db.entries.update(seq, { state: 'done', serverId: 5, payload: null });
  await second.write(/Улица/, 'Лесная я');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
  await second.write(/Улица/, 'Лесная');
  hidePage();
  await waitFor(async () => expect(await drafts()).toEqual([]));
  const reloaded = openWindow('?contact=7');
  expect((await reloaded.field(/Улица/)).value).toBe('');
});

/** A refused order, opened twice to be corrected. */
async function openCorrections() {
  const { id, seq } = await handset.phone.save('order.create', orderValues());
  await handset.phone.db.entries.update(seq, refused({ fields: {} }));
  const [first, second] = [openWindow(`?entry=${id}`), openWindow(`?entry=${id}`)];
  await first.write(/Улица/, 'Садовая');
  return { first, second, seq };
}

test('[S32] a correction over that of another window keeps both, and asks where both differ', async () => {
  const { first, second } = await openCorrections();
  await second.write(/Улица/, 'Речная');
  await second.write(/Неисправность/, 'Разбит экран');
  await first.save();
  await eventually({ street: 'Садовая' });
  await second.save();
  const said = 'В другом окне сохранено: Садовая. Чтобы оставить свое, сохраните еще раз.';
  expect(await second.findByText(said)).toBeTruthy();
  expect((await second.field(/Улица/)).value).toBe('Речная');
  await second.save();
  await eventually({ street: 'Речная', broken: 'Разбит экран' });
});

test('[S32] a correction of an order that has gone meanwhile is a second order once it is saved again', async () => {
  const { first, second, seq } = await openCorrections();
  await second.write(/Улица/, 'Речная');
  await first.save();
  await eventually({ street: 'Садовая' });
  await handset.phone.db.entries.update(seq, { state: 'done', serverId: 5 });
  await second.save();
  expect(await second.findByText(/уже отправлена или удалена в другом окне/)).toBeTruthy();
  await eventually({ street: 'Садовая' });
  await second.save();
  await eventually({ street: 'Садовая' }, { street: 'Речная' });
});

test('[S32] the draft of a correction whose order has gone is still there to be read and saved', async () => {
  const { second, seq } = await openCorrections();
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(1));
  handset.phone.pass(1000);
  await second.write(/Улица/, 'Речная');
  hidePage();
  await waitFor(async () => expect(await drafts()).toHaveLength(2));
  const { id } = (await handset.phone.entries())[0] ?? {};
  await handset.phone.db.entries.update(seq, { state: 'done', serverId: 5 });
  const third = openWindow(`?entry=${id}`);
  expect((await third.field(/Улица/)).value).toBe('Речная');
  expect(await third.findByText(/уже сохранена в другом окне/)).toBeTruthy();
});
