/** What is pressed stays under the pointer, whatever the field that it takes the focus from says then. */
import { describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, openApp, openReady } from './support/app.ts';
import { openCredentials, panel } from './support/credentials.ts';
import { missedPresses } from './support/presses.ts';
import { editFirstContact, screens, visit } from './support/screens.ts';

const SIZES = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const;

/** A form, and how to come to one that nobody has touched. */
type Form = readonly [name: string, open: (app: App) => Promise<unknown>];

const FORMS: readonly Form[] = [
  ...screens
    .filter(({ name }) => ['add', 'import', 'home-order', 'workshop-order'].includes(name))
    .map((screen): Form => [screen.name, app => visit(app, screen)]),
  ['edit a contact', editFirstContact],
];

describe.each(SIZES)('on %s', (_, size) => {
  it('every press in the forms of a promoter comes to its button', async () => {
    const app = await openReady(DEMO.promoter, { size });
    const missed: string[] = [];
    for (const [name, open] of FORMS) {
      const here = await missedPresses(app.page, () => open(app));
      missed.push(...here.map(each => `${name}: ${each}`));
    }
    expect(missed).toEqual([]);
  });

  it('every press of the sign-in form comes to its button', async () => {
    const { page, at: address } = await openApp('/login', { size });
    const open = async () => {
      await page.goto(address('/login'));
      await page.getByLabel('E-mail').waitFor();
    };
    expect(await missedPresses(page, open)).toEqual([]);
  });

  it.each([
    ['OAuth clients', 'Создать клиента'],
    ['Personal access tokens', 'Создать токен'],
  ] as const)('every press in the dialog of %s comes to its button', async (of, opener) => {
    const { page } = await openCredentials({ size });
    const open = async () => {
      await page.reload();
      await button(panel(page, of), opener).click();
      await page.getByRole('dialog').waitFor();
    };
    expect(await missedPresses(page, open)).toEqual([]);
  });
});
