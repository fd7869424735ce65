/**
 * Takes the manifest's pictures from the running app, with the demo data, and names them in the manifest.
 * Run after a visible change: `npm run build && node --import tsx tests/pwa/screenshots.ts`
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts';
import { pngSize } from '#tests/support/build.ts';
import { takePicture } from '#tests/support/picture.ts';
import { startServer } from '#tests/support/server-process.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const FOLDER = 'public/screenshots';
const MANIFEST = 'public/manifest.webmanifest';

const NARROW = {
  form_factor: 'narrow',
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 2,
} as const;
const WIDE = { form_factor: 'wide', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const;

const scenes = [
  {
    name: 'contacts',
    path: '/application/promo/contacts',
    label: 'Телефонная книга под рукой',
    look: NARROW,
  },
  { name: 'orders', path: '/application/promo/orders', label: 'Заявки и что с ними стало', look: NARROW },
  {
    name: 'outbox',
    path: '/application/promo/outbox',
    label: 'Очередь: что уйдет, когда появится связь',
    look: NARROW,
  },
  {
    name: 'contacts-wide',
    path: '/application/promo/contacts',
    label: 'Телефоны на большом экране',
    look: WIDE,
  },
];

async function take(browser: Browser, origin: string, { name, path, label, look }: (typeof scenes)[number]) {
  const { form_factor, viewport, deviceScaleFactor } = look;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    locale: 'ru-RU',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await signIn(page, DEMO.promoter);
  // Where «Sign in» was, the mouse would lie over a row.
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  // The queue of the demo is empty.
  await page
    .locator(name === 'outbox' ? 'main section' : 'main article')
    .first()
    .waitFor();
  const file = `${FOLDER}/${name}.png`;
  await takePicture(page, file);
  await context.close();
  const sizes = pngSize(await readFile(file));
  return { src: `screenshots/${name}.png`, sizes, type: 'image/png', form_factor, label };
}

await mkdir(FOLDER, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const screenshots = [];
  for (const scene of scenes) screenshots.push(await take(browser, server.origin, scene));
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8'));
  await writeFile(MANIFEST, `${JSON.stringify({ ...manifest, screenshots }, null, 2)}\n`);
} finally {
  await browser.close();
  await server.remove();
}
