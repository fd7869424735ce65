/** Pictures of every screen and state of a promoter on a phone: `npm run build && npm run screenshots`. */
import { mkdir, rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { removeProfile, startChromium } from '#tests/support/browser.ts';
import { takePicture } from '#tests/support/picture.ts';
import { startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, closeApp, openApp, openReady } from './support/app.ts';
import { editFirstContact, openFirstContact, openFirstRequest, screens, visit } from './support/screens.ts';
import { emptyStates, phoneStates, states } from './support/states.ts';

const FOLDER = '.screenshots';

/** As letters come, and twice as large; from the start, because a menu is placed by its size as it opens. */
const SCALES = [100, 200];

type Scene = { name: string; open: (app: App) => Promise<unknown> };

async function takeAll(app: App, scale: number, scenes: readonly Scene[]): Promise<void> {
  await enlargeLetters(app.page, scale);
  for (const { name, open } of scenes) {
    await open(app);
    for (const colorScheme of ['light', 'dark'] as const) {
      await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await takePicture(app.page, `${FOLDER}/${name}-${colorScheme}-${scale}.png`);
    }
    process.stdout.write(`${name}, ${scale} %\n`);
  }
  await closeApp(app);
}

/** On each page that is opened from now on, before the app draws. */
async function enlargeLetters(page: Page, percent: number): Promise<void> {
  await page.addInitScript(size => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = size;
    });
  }, `${percent}%`);
}

const ofPromoter: readonly Scene[] = [
  ...screens.map(screen => ({ name: screen.name, open: (app: App) => visit(app, screen) })),
  { name: 'edit', open: editFirstContact },
  { name: 'contact', open: openFirstContact },
  { name: 'request', open: openFirstRequest },
  ...states,
  ...phoneStates,
];

const login: Scene = {
  name: 'login',
  open: async ({ page, at }) => {
    await page.goto(at('/login'));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  },
};

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
const [server, browser] = await Promise.all([startServer(), startChromium()]);
const own = { server, browser };
try {
  for (const scale of SCALES) {
    await takeAll(await openApp('/login', own), scale, [login]);
    await takeAll(await openReady(DEMO.promoter, own), scale, ofPromoter);
    await takeAll(await openReady(DEMO.novice, own), scale, emptyStates);
  }
} finally {
  await browser.close();
  removeProfile(browser.profile);
  await server.remove();
}
