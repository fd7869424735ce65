import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Counter, counterOf } from '#tests/support/ask-server.ts';
import { newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { collectRuns, type Findings, round, verdict } from './figures.ts';
import { openSignedIn } from './probes.ts';
import { BUILT } from './proxy.ts';
import type { BenchSetup } from './setup.ts';

/** A queue that is not empty by then is told as it is. */
const DRAIN_MS = 180_000;

const ASK_AGAIN_MS = 250;

const SECOND_MS = 1_000;

/** Stands in everything that this part saves. */
const MARK = 'Проба';

type QueuedKind = 'contact.create' | 'order.create';

/** That many contacts and as many orders saved without a network; then the server is told all of it. */
export async function measureOutbox(setup: BenchSetup, count: number): Promise<Findings> {
  const runs = collectRuns();
  const verdicts: Findings['verdicts'] = [];
  const notes: string[] = [];
  for (const kind of ['contact.create', 'order.create'] as const) {
    const { savedMs, drainedMs, left, lost, doubled } = await saveAndDrain(setup, kind, count);
    runs.add(`saving ${count} of ${kind}, s`, savedMs / SECOND_MS);
    runs.add(`draining ${count} of ${kind}, s`, drainedMs / SECOND_MS);
    verdicts.push(
      verdict(`saving 1,000 of ${kind}, s`, savedMs / count, 10),
      verdict(`${kind}: not sent after ${DRAIN_MS / SECOND_MS} s`, left, 0),
      verdict(`${kind}: lost`, lost, 0),
      verdict(`${kind}: doubled`, doubled, 0),
    );
    notes.push(`${kind}: the server got ${round((count - left) / (drainedMs / SECOND_MS))} a second`);
  }
  return { figures: runs.figures(), verdicts, notes };
}

type Drained = { savedMs: number; drainedMs: number; left: number; lost: number; doubled: number };

/** On a phone of its own, so that neither queue is in the other's way. */
async function saveAndDrain(setup: BenchSetup, kind: QueuedKind, count: number): Promise<Drained> {
  const proxy = await setup.openProxy();
  const browser = await startChromium(newProfile());
  const page = await openSignedIn(browser, { origin: proxy.origin, path: '/promo', email: DEMO.promoter });
  const counter = await counterOf(setup.server.origin, DEMO.promoter);
  const payloads = await payloadsOf(counter, kind, count);
  await loadOutbox(page, proxy.origin);
  await proxy.goOffline();
  const savedMs = await save(page, kind, payloads);
  await proxy.goOnline();
  const began = Date.now();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const left = await untilDrained(page, began + DRAIN_MS);
  const drainedMs = Date.now() - began;
  // Nobody sends any more while it is counted.
  await browser.close();
  removeProfile(browser.profile);
  await proxy.close();
  const known = [...(await countMarked(counter, kind)).values()];
  const doubled = known.filter(each => each > 1).length;
  return { savedMs, drainedMs, left, lost: Math.max(0, count - left - known.length), doubled };
}

declare global {
  interface Window {
    outbox: Promise<typeof import('./page-outbox.ts')>;
  }
}

async function loadOutbox(page: Page, origin: string): Promise<void> {
  await page.evaluate(async url => {
    window.outbox = import(/* @vite-ignore */ url);
    await window.outbox;
  }, `${origin}${BUILT}outbox.js`);
}

async function save(page: Page, kind: QueuedKind, payloads: readonly unknown[]): Promise<number> {
  return page.evaluate(
    async ({ kind, payloads }) => {
      const { saveAll } = await window.outbox;
      const { subject } = JSON.parse(localStorage.getItem('application') ?? '{}');
      return saveAll({ apiOrigin: '', userId: subject }, kind, payloads);
    },
    { kind, payloads },
  );
}

/** Waits for the page's own drain; how many entries it has not told the server. */
async function untilDrained(page: Page, deadline: number): Promise<number> {
  for (;;) {
    const open = await page.evaluate(async () => (await window.outbox).countOpen());
    if (open === 0 || Date.now() > deadline) return open;
    await pause(ASK_AGAIN_MS);
  }
}

async function payloadsOf(counter: Counter, kind: QueuedKind, count: number): Promise<unknown[]> {
  const marks = Array.from({ length: count }, (_, at) => `${MARK} ${String(at).padStart(4, '0')}`);
  if (kind === 'contact.create') {
    return marks.map((last_name, at) => ({
      first_name: 'Новый',
      last_name,
      comment: '',
      phones: [`9900${String(at).padStart(6, '0')}`],
    }));
  }
  const [contact] = await counter.contacts();
  if (!contact) throw new Error('The demo promoter has no contact');
  const { district, work } = await counter.choices();
  return marks.map(broken => ({
    type: 'basa',
    contact: String(contact.id),
    contact_name: contact.first_name,
    broken,
    phones: contact.contact_phones.map(phone => phone.full_phone),
    district: { id: district.id, name: district.name },
    work: { id: work.id, name: work.name },
    street: 'Лесная',
    house: '1',
    korp: '',
    flat: '',
  }));
}

/** How often the server holds each thing that this part has saved. */
async function countMarked(counter: Counter, kind: QueuedKind): Promise<Map<string, number>> {
  const ofContacts = async () => (await counter.contacts()).map(contact => contact.last_name ?? '');
  const ofOrders = async () => (await counter.requests()).map(request => request.broken ?? '');
  const names = await (kind === 'contact.create' ? ofContacts() : ofOrders());
  const times = new Map<string, number>();
  for (const name of names.filter(each => each.startsWith(MARK))) times.set(name, 1 + (times.get(name) ?? 0));
  return times;
}
