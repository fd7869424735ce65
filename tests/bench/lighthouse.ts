import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { collectRuns, type Findings, verdict } from './figures.ts';
import { openSignedIn } from './probes.ts';
import type { BenchSetup } from './setup.ts';

/** The last one that runs on the oldest Node that we support. Fetched when asked for: it is bigger than the app. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

const PRESETS = { mobile: [], desktop: ['--preset=desktop'] } as const;

const SCREENS = {
  'promo home': '/promo',
  'contact list': '/promo/contacts',
  'order form': '/promo/orders/add/basa',
} as const;

/** What every score should reach at least. */
const GOALS = { performance: 0.95, accessibility: 1, 'best-practices': 1 } as const;
type Category = keyof typeof GOALS;
const categories = Object.keys(GOALS) as Category[]; // the keys of a constant

/** What an audit points at, where it is an element. */
const Item = v.object({ node: v.optional(v.object({ selector: v.string() })) });
const Details = v.object({ items: v.array(Item) });

const Audit = v.object({
  ...{ title: v.string(), score: v.nullable(v.number()), displayValue: v.optional(v.string(), '') },
  details: v.fallback(Details, { items: [] }),
});
const Judged = v.object({
  score: v.nullable(v.number()),
  auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
});
const Report = v.object({
  categories: v.record(v.string(), Judged),
  audits: v.record(v.string(), Audit),
});
type Report = v.InferOutput<typeof Report>;

/** Scores of three screens for somebody who is signed in, as a phone and as a desktop. */
export async function measureLighthouse(setup: BenchSetup): Promise<Findings> {
  const proxy = await setup.openPlainProxy();
  const { origin } = proxy;
  const browser = await startChromium(newProfile());
  const page = await openSignedIn(browser, { origin, path: '/promo', email: DEMO.promoter });
  await page.close();
  const runs = collectRuns();
  const verdicts: Findings['verdicts'] = [];
  const notes: string[] = [];
  for (const [screen, path] of Object.entries(SCREENS)) {
    for (const [preset, flags] of Object.entries(PRESETS)) {
      const report = await askLighthouse(browser.port, `${origin}/application${path}`, flags);
      for (const category of categories) {
        const score = report.categories[category]?.score ?? Number.NaN;
        runs.add(`${screen}, ${preset}, ${category}`, score * 100);
        const name = `${screen}, ${preset}, ${category}: short of the goal`;
        verdicts.push(verdict(name, GOALS[category] - score, 0));
      }
      notes.push(...faultsOf(report).map(fault => `${screen}, ${preset}: ${fault}`));
    }
  }
  await browser.close();
  removeProfile(browser.profile);
  await proxy.goOffline();
  return { figures: runs.figures(), verdicts, notes };
}

async function askLighthouse(port: number, url: string, flags: readonly string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-lighthouse-'));
  const report = join(folder, 'report.json');
  const asked = [
    ...['--yes', LIGHTHOUSE, url, `--port=${port}`, '--output=json', `--output-path=${report}`, '--quiet'],
    // The session and the book are what is looked at: they must stay.
    ...['--disable-storage-reset', `--only-categories=${categories.join(',')}`, ...flags],
  ];
  // Not waited for synchronously: the page that it looks at is served by this process.
  const [status] = await once(spawn('npx', asked, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}`);
  const told = v.parse(Report, JSON.parse(readFileSync(report, 'utf8')));
  rmSync(folder, { recursive: true, force: true });
  return told;
}

/** What took points away. */
function faultsOf({ categories: told, audits }: Report): string[] {
  return Object.entries(told).flatMap(([category, { auditRefs }]) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      const isFault = weight > 0 && audit && audit.score !== null && audit.score < 0.9;
      if (!isFault) return [];
      return [`${category}: ${audit.title} ${audit.displayValue} ${placesOf(audit.details.items)}`];
    }),
  );
}

function placesOf(items: v.InferOutput<typeof Details>['items']): string {
  const selectors = items.flatMap(({ node }) => node?.selector ?? []);
  return [...new Set(selectors)].slice(0, 3).join(' | ');
}
