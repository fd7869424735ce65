import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { endWithUs } from './server-process.ts';

/** The two sizes that every screen is looked at in. */
export const PHONE = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

const START_MS = 30_000;

/** What has not happened on a page by then does not happen. */
const STEP_MS = 45_000;

export type Browser = {
  /** The folder that a browser started later can be given, to go on where this one ended. */
  profile: string;
  context: BrowserContext;
  /** A new tab of that size (a phone unless said otherwise). */
  open: (url: string, size?: typeof PHONE) => Promise<Page>;
  /** A channel to the browser itself, for what Playwright does not offer. */
  cdp: (page: Page) => Promise<CDPSession>;
  /** Ends the browser the way a user closes it. */
  close: () => Promise<void>;
  /** SIGKILL to the whole process group, as when the phone's battery is pulled out. */
  kill: () => Promise<void>;
};

/** A mouse: without this flag there is none, and all that can be pressed is as large as for a finger. */
export const MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** An empty profile folder. */
export function newProfile(): string {
  return mkdtempSync(join(tmpdir(), 'promo-profile-'));
}

/** Removes a profile after its browser has ended. */
export function removeProfile(profile: string): void {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Starts a real Chromium as a process group of its own on that profile. Not launched by Playwright,
 * because a browser that Playwright owns cannot be killed hard and started again on the same profile.
 */
export async function startChromium(
  profile: string = newProfile(),
  more: readonly string[] = [],
): Promise<Browser> {
  for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket', 'DevToolsActivePort']) {
    rmSync(join(profile, lock), { force: true });
  }
  const flags = [
    ...CHROMIUM_FLAGS,
    ...more,
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const child = spawn(findChromium(), flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const unwatch = child.pid === undefined ? () => {} : endWithUs(-child.pid, profile);
  const ended = once(child, 'exit');
  child.once('exit', unwatch);
  const remote = await chromium.connectOverCDP(await debuggingAddress(child));
  const [context] = remote.contexts();
  if (!context) throw new Error('Chromium came up without its default context');
  await hearErrors(context);
  return {
    profile,
    context,
    open: (url, size = PHONE) => openPage(context, url, size),
    cdp: page => context.newCDPSession(page),
    close: async () => {
      const session = await remote.newBrowserCDPSession();
      // The browser may be gone before it has answered; its end is what is waited for.
      await Promise.race([session.send('Browser.close').catch(() => undefined), ended]);
      await ended;
      killGroup(child);
    },
    kill: async () => {
      killGroup(child);
      await ended;
      await remote.close();
    },
  };
}

/** What went wrong on a page without anybody having caught it, and what its content policy has stopped. */
export const uncaught: string[] = [];

const contexts = new Set<BrowserContext>();
const SNAPSHOT_MS = 5000;
const SNAPSHOT_CHARS = 2000;

/** Address and content of every open page, for whoever reads of a failure and cannot look. */
export async function snapshotPages(): Promise<string[]> {
  const pages = [...contexts].flatMap(context => context.pages());
  return Promise.all(
    pages.map(async page => {
      const text = await page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_MS }).catch(String);
      return `${page.url()}\n${text.slice(0, SNAPSHOT_CHARS)}`;
    }),
  );
}

const UNHANDLED = 'Unhandled: ';

async function hearErrors(context: BrowserContext): Promise<void> {
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  context.on('weberror', failed => uncaught.push(wordsOf(failed.error())));
  context.on('console', message => {
    const text = message.text();
    if (/Content Security Policy|Trusted ?Type/i.test(text)) uncaught.push(text);
    if (text.startsWith(UNHANDLED)) uncaught.push(text.slice(UNHANDLED.length));
  });
  // Of what the database library rejects with, the browser tells the name alone.
  await context.addInitScript(prefix => {
    window.addEventListener('unhandledrejection', ({ reason }) => {
      // biome-ignore lint/suspicious/noConsole: the console is how a page tells its test
      if (reason?.inner !== undefined) console.error(`${prefix}${reason.name}: ${reason.message}`);
    });
  }, UNHANDLED);
}

function wordsOf({ name, message, stack }: Error): string {
  return [name, message, stack].join('\n');
}

async function openPage(context: BrowserContext, url: string, size: typeof PHONE): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  page.setDefaultTimeout(STEP_MS);
  await page.goto(url);
  return page;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (reason) {
    if (!isGone(reason)) throw reason;
  }
}

function isGone(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === 'ESRCH';
}

/** Chromium prints the address of its debugger once it can be spoken to. */
function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const giveUp = (why: string) => reject(new Error(`Chromium did not start: ${why}\n${said}`));
    const timer = setTimeout(() => {
      killGroup(child);
      giveUp(`silent for ${START_MS} ms`);
    }, START_MS);
    child.once('error', reason => giveUp(reason.message));
    child.once('exit', code => giveUp(`it ended with code ${code}`));
    child.stderr?.on('data', data => {
      said += data;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

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
