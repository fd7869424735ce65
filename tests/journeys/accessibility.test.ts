import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults, contrastFaults } from '#tests/support/axe.ts';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { createContact, newPhone, orderDelivery } from '#tests/support/promoter.ts';
import { closeScene, raiseStage, readyForTheField, type Scene, type Stage } from '#tests/support/stage.ts';
import { editFirstContact, openFirstRequest, visit, visits } from './screens.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await raiseStage();
});
afterAll(() => stage.end());

/** Pictures of every screen for whoever looks at them; only when a folder is named. */
const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (device, size) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await readyForTheField(stage, size);
  });
  afterAll(() => closeScene(stage, scene));

  /** Faults in both themes. The colours are the phone's; on a desktop two screens show what only it has. */
  async function faults(name: string): Promise<string[]> {
    const found: string[] = [];
    const isDarkToo = size === PHONE || name === 'home' || name === 'orders';
    for (const colorScheme of isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)) {
      await scene.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const inTheme = await (colorScheme === 'light' ? accessibilityFaults : contrastFaults)(scene.page);
      found.push(...inTheme.map(fault => `${colorScheme}: ${fault}`));
      if (folder) await scene.page.screenshot({ path: `${folder}/${device}-${name}-${colorScheme}.png` });
    }
    return found;
  }

  it.each(visits.map(each => [each.name, each] as const))(
    'everybody can use the screen %s',
    async (name, to) => {
      await visit(scene, to);
      expect(await faults(name)).toEqual([]);
    },
  );

  it('everybody can edit a contact', async () => {
    await editFirstContact(scene);
    expect(await faults('edit')).toEqual([]);
  });

  it('everybody can read a request', async () => {
    await openFirstRequest(scene);
    expect(await faults('request')).toEqual([]);
  });

  it('everybody can see what a form refuses', async () => {
    await scene.page.goto(scene.at('/promo/orders/add/point'));
    await scene.page.getByRole('button', { name: 'Оформить заявку' }).click();
    await scene.page
      .getByRole('alert')
      .getByText(/в форме/)
      .waitFor();
    expect(await faults('refused-form')).toEqual([]);
  });

  it('everybody can pick a contact', async () => {
    await scene.page.goto(scene.at('/promo/orders/add/point'));
    await scene.page.getByRole('button', { name: /^Контакт:/ }).click();
    await scene.page.getByRole('dialog').getByRole('searchbox').waitFor();
    expect(await faults('picker')).toEqual([]);
  });

  it('everybody can look through the people of a file', async () => {
    await scene.page.goto(scene.at('/promo/contacts/import'));
    const cards = ['Иван\nTEL:9161112233', 'Вера\nTEL:02', 'Ваня\nTEL:9161112233\nTEL:9161112234'];
    const buffer = Buffer.from(cards.map(card => `BEGIN:VCARD\nFN:${card}\nEND:VCARD\n`).join(''));
    await scene.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.vcf', mimeType: 'text/vcard', buffer });
    await scene.page.getByRole('button', { name: 'Добавить 1 контакт' }).waitFor();
    expect(await faults('import-found')).toEqual([]);
  });

  it('everybody can see what waits', async () => {
    await scene.proxy.goOffline();
    await scene.page.goto(scene.at('/promo/contacts/add'));
    await createContact(scene.page, { name: `Тая ${size.width}`, phones: [newPhone()] });
    expect(await faults('contacts-waiting')).toEqual([]);
    await orderDelivery(scene.page, `Тая ${size.width}`);
    expect(await faults('orders-waiting')).toEqual([]);
    await scene.page.getByRole('link', { name: 'Очередь' }).first().click();
    await scene.page.getByText('Ждет контакт').waitFor();
    expect(await faults('outbox-waiting')).toEqual([]);
    await scene.page.getByRole('button', { name: /^Доставка в мастерскую/ }).click();
    await scene.page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).waitFor();
    expect(await faults('entry-sheet')).toEqual([]);
  });
});
