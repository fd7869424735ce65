import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { type Browser, newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import type { FaultCounts } from '../figures.ts';
import { FIRST_BUILD } from './builds.ts';
import { bringModule, type Choices, USERS } from './in-page.ts';
import type { SaveResult } from './page-outbox.ts';
import type { FaultyProxy } from './proxy/proxy.ts';

/** What somebody did on a device, and what they were told of it. The verdict is made of these. */
export type Action = {
  /** Which thing: what its contact is called, or what is broken. In nothing else on the server. */
  marker: string;
  kind: 'contact.create' | 'contact.update' | 'contact.delete' | 'order.create';
  /** The entry's id; '' if it was saved in the app's own form. */
  id: string;
  /** The contact's comment after this; '' where there is none. */
  words: string;
  /** For an order: whom it is for. */
  contact: string;
  /** Who was signed in. */
  owner: number;
  /** `unknown`: the device died before it could tell. */
  result: 'kept' | 'refused' | 'unknown';
  why: string;
};

/** A contact that was saved on a device and may be changed there. */
export type OwnContact = { marker: string; id: string; phone: string; owner: number };

/** What a page has not said by then it does not say: it is frozen, or gone. */
export const CALL_MS = 15_000;

/** One device: a browser profile behind its own proxy, which is its own origin. */
export type Client = {
  name: string;
  proxy: FaultyProxy;
  /** The app as this device's proxy serves it, and the build that it is. */
  files: string;
  build: string;
  browser: Browser;
  /** A page outside the app, through which the browser is told things while no page of the app is open. */
  outside: { page: Page; cdp: CDPSession };
  /** The tabs of the app that are open. */
  pages: Page[];
  frozen: { page: Page; cdp: CDPSession } | null;
  /** The account it works with now, and the other one. */
  users: [string, string];
  choices: Choices;
  /** So many contacts its imports save at a time. */
  burst: number;
  actions: Action[];
  /** What its pages have told of each entry. */
  results: Map<string, SaveResult>;
  contacts: OwnContact[];
  /** Refused by the server, and what they should have been. */
  refused: Action[];
  /** When a page or the whole browser was ended hard, or a tab was led elsewhere. */
  killedAt: number[];
  met: FaultCounts;
  /** Steps that could not be done, in words. */
  failedSteps: string[];
  serial: number;
};

export type ClientOptions = {
  name: string;
  number: number;
  burst: number;
  proxy: FaultyProxy;
  files: string;
  choices: Choices;
};

/** A device with one tab of the app, signed in, with everything on it. */
export async function openClient({
  name,
  number,
  burst,
  proxy,
  files,
  choices,
}: ClientOptions): Promise<Client> {
  const browser = await startChromium(newProfile());
  const [first, second] = USERS[number % USERS.length] ?? ['', ''];
  const client: Client = {
    name,
    proxy,
    files,
    browser,
    choices,
    burst,
    users: [first, second],
    outside: await openOutside(browser),
    pages: [],
    frozen: null,
    actions: [],
    results: new Map(),
    contacts: [],
    refused: [],
    killedAt: [],
    met: {},
    failedSteps: [],
    serial: 0,
    build: FIRST_BUILD,
  };
  await collectResults(client);
  return client;
}

async function collectResults({ browser, results }: Client): Promise<void> {
  await browser.context.exposeBinding(
    'nemesisResult',
    (_, id: string, what: SaveResult) => void results.set(id, what),
  );
}

async function openOutside(browser: Browser): Promise<Client['outside']> {
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  return { page, cdp: await browser.cdp(page) };
}

/** Where the app is for this device. */
export function addressOf({ proxy }: Client, path: string): string {
  return `${proxy.origin}/application${path}`;
}

/**
 * One more tab of the app, on its start screen: a list that is drawn anew with each entry that leaves takes most of a
 * round's time. Without a network it comes from what the worker has kept.
 */
export async function openTab(client: Client): Promise<Page> {
  const page = await client.browser.open(addressOf(client, '/promo'));
  await bringModule(page);
  client.pages.push(page);
  return page;
}

/** Leads a tab to another address; whatever its page was about to do ends with it. */
export async function lead(client: Client, page: Page, path: string): Promise<void> {
  client.killedAt.push(Date.now());
  await page.goto(addressOf(client, path));
}

/** A tab that can do something now; null when there is none. */
export function awakeTab({ pages, frozen }: Client, pick: number): Page | null {
  const awake = pages.filter(page => page !== frozen?.page);
  return awake[Math.floor(pick * awake.length)] ?? null;
}

/** SIGKILL in the middle of whatever it does. */
export async function killBrowser(client: Client): Promise<void> {
  client.killedAt.push(Date.now());
  await client.browser.kill();
  client.pages = [];
  client.frozen = null;
}

/** The browser again on what is left on its disk; no tab yet. */
export async function startAgain(client: Client): Promise<void> {
  client.browser = await startChromium(client.browser.profile);
  client.outside = await openOutside(client.browser);
  await collectResults(client);
}

/** Ends the browser and removes what it left. */
export async function closeClient({ browser, files }: Client): Promise<void> {
  await browser.kill();
  removeProfile(browser.profile);
  rmSync(files, { recursive: true, force: true });
}

/** A folder of its own with the app's build: another build can take its place there. */
export function newFiles(): string {
  const files = mkdtempSync(join(tmpdir(), 'promo-nemesis-'));
  cpSync(FIRST_BUILD, files, { recursive: true });
  return files;
}

/** One more of that kind was met. */
export function count({ met }: Client, fault: string): void {
  met[fault] = (met[fault] ?? 0) + 1;
}

/** The promise's value; breaks if it does not come in time. */
export async function inTime<Value>(
  promise: Promise<Value>,
  what: string,
  ms: number = CALL_MS,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The promise's value, or null if it does not come in time or breaks: then nobody knows what became of it. */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  ms: number = CALL_MS,
): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms);
  });
  // A page that dies while it is asked breaks the promise: that too is no answer.
  const value = await Promise.race([promise.catch(() => null), late]);
  clearTimeout(timer);
  return value;
}
