/**
 * Draws our mark, a phone with a wrench on its screen, and renders every icon of the manifest.
 * Run after changing the drawing: `node --import tsx tests/pwa/render-icons.ts`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts';

const INK = '#0B5C8C';
const PAPER = '#FFFFFF';
const SIDE = 512;

/** Share of the side that the mark's height takes; a maskable icon keeps it in the middle 80 %. */
const FULL = 0.74;
const MASKABLE = 0.6;
const MARK_HEIGHT = 340;

const WRENCH = `<g transform="translate(250 270) rotate(45) scale(0.84)">
  <path d="M-19 -28 A56 56 0 0 1 -26 -128 V-84 H26 V-128 A56 56 0 0 1 19 -28 V92 A19 19 0 0 1 -19 92 Z"/>
</g>`;

/** Cut out by a mask, so that one drawing serves the coloured icons and the monochrome one. */
function mark(colour: string, share: number): string {
  const scale = (SIDE * share) / MARK_HEIGHT;
  return `<mask id="cut" maskUnits="userSpaceOnUse" x="0" y="0" width="512" height="512">
<rect x="146" y="86" width="220" height="340" rx="40" fill="#fff"/>
<g fill="#000">${WRENCH}<rect x="226" y="108" width="60" height="12" rx="6"/></g>
</mask>
<g transform="translate(256 256) scale(${scale.toFixed(4)}) translate(-256 -256)">
<rect x="146" y="86" width="220" height="340" fill="${colour}" mask="url(#cut)"/>
</g>`;
}

function svg(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">\n<title>Промо</title>\n${body}\n</svg>\n`;
}

const square = (radius: number) => `<rect width="${SIDE}" height="${SIDE}" rx="${radius}" fill="${INK}"/>\n`;
const rounded = svg(square(96) + mark(PAPER, FULL));
const fullBleed = svg(square(0) + mark(PAPER, MASKABLE));
const monochrome = svg(mark(PAPER, FULL));

const pictures = [
  { name: 'icon-192', size: 192, drawing: rounded },
  { name: 'icon-512', size: 512, drawing: rounded },
  { name: 'maskable-192', size: 192, drawing: fullBleed },
  { name: 'maskable-512', size: 512, drawing: fullBleed },
  { name: 'monochrome-512', size: 512, drawing: monochrome },
  { name: 'apple-touch-180', size: 180, drawing: fullBleed },
];

async function render(page: Page, { name, size, drawing }: (typeof pictures)[number]): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
}

await mkdir('public/icons', { recursive: true });
await writeFile('public/favicon.svg', rounded);
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const page = await browser.newPage();
for (const picture of pictures) await render(page, picture);
await browser.close();
