/** A promoter's day on the firm's own backend, a Laravel without keys, tags and versions. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { deleteContact, saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { callAs, serverRecords } from '#tests/support/ask-server.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { goOnline, openReady, sharedServer } from './support/app.ts';
import { GENERATIONS, laravelBefore } from './support/laravel.ts';

it.each(GENERATIONS)(
  'on Laravel %s what was done without a network arrives exactly once',
  async generation => {
    const behind = await sharedServer();
    const [made, changed, gone] = [newPhone(), newPhone(), newPhone()];
    const call = await callAs(behind.origin, DEMO.promoter);
    for (const [first_name, phone] of [
      [`Федор Правленый ${generation}`, changed],
      [`Клара Лишняя ${generation}`, gone],
    ])
      await call('POST', saveContact.path, { first_name, contact_phones: [{ full_phone: phone }] });

    const server = await laravelBefore(behind, { generation });
    const app = await openReady(DEMO.promoter, { server });
    const { page, proxy, at } = app;
    await proxy.goOffline();
    const name = `Аглая Вокзальная ${generation}`;
    await page.goto(at('/promo/contacts/add'));
    await createContact(page, { name, phones: [made] });
    await orderDelivery(page, name);
    await page.goto(at('/promo/contacts'));
    await act(page, `Федор Правленый ${generation}`, 'Редактировать');
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Второй подъезд');
    await page.getByRole('button', { name: 'Сохранить контакт' }).click();
    await page.locator('.Toastify').getByText('сохранен на устройстве').waitFor();
    await page.goto(at('/promo/contacts'));
    await act(page, `Клара Лишняя ${generation}`, 'Удалить');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
    await page.getByRole('article').getByText('Удалится при связи').waitFor();

    await goOnline(app);
    const toast = page.getByRole('group', { name: /^Заявка \S+ успешно оформлена$/ });
    await toast.waitFor();
    const code = /Заявка (\S+)/.exec((await toast.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await page.goto(at('/promo/orders'));
    await page.getByRole('link', { name: `Заявка ${code}` }).waitFor();

    const records = await serverRecords(behind.origin, DEMO.promoter);
    await expect.poll(async () => (await records.contactsWith(gone)).length).toBe(0);
    expect(await records.contactsWith(made)).toHaveLength(1);
    expect((await records.ordersWith(made)).map(({ fullcode }) => fullcode)).toEqual([code]);
    expect(await records.contactsWith(changed)).toMatchObject([{ comment: 'Второй подъезд' }]);
    const sent = (path: string) => proxy.passages(path).length;
    expect([sent(saveContact.path), sent(deleteContact.path), sent(sendOrder.path)]).toEqual([2, 1, 1]);
  },
);

/** From the card's menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('button', { name: `Действия: ${name}` })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}
