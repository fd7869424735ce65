import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser that phones nobody and asks nothing; the sandbox needs rights that a container lacks. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--lang=ru',
];

/** The installed Chromium; `CHROMIUM_PATH` names another one. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  const found = [...(named ? [named] : []), ...PLACES].find(existsSync);
  if (!found) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  return found;
}
