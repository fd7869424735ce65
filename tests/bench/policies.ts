import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { updatePolicy } from '#contract/policies.ts';
import { paths } from '#domain/paths.ts';
import { obtain } from '#tests/support/ask-server.ts';
import { type Browser, DESKTOP, newProfile, removeProfile, startChromium } from '#tests/support/browser.ts';
import { largePolicy } from '#tests/support/large-policy.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { RATES } from './bench-stage.ts';
import { collectRuns, type Findings, type Runs, verdict } from './figures.ts';
import { takeWork, watchWork } from './watch-work.ts';

/** One frame of a screen that draws sixty a second. */
const FRAME_MS = 16.7;

/** What the page prepares after its first paint while nobody asks it anything is over by then. */
const SETTLE_MS = 3_000;

/** What follows an edit is over by then. */
const WATCH_MS = 700;

const POLICY = 9000;

/** Of each edit; the first compiles what the others run, and does not count. */
const PRESSES = 6;

/** What is done with a policy of 991 nodes and 16 levels. */
const EDITS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'typing a letter into a value': page => page.keyboard.press('7'),
  'moving a node': page => page.keyboard.press('Alt+ArrowUp'),
  'duplicating a node': page => page.keyboard.press('Control+d'),
  'undoing it': page => page.keyboard.press('Control+z'),
  'adding a node': page => page.keyboard.press('Insert'),
  'removing a node': page => page.keyboard.press('Delete'),
};

/** Whether edits of the largest policy stay within one frame on a cheap processor. */
export async function measurePolicies(repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const server = await startServer();
  const browser = await startChromium(newProfile());
  try {
    await plantPolicy(server);
    const page = await browser.open(`${server.origin}/application/login?redirect=${paths.abac}`, DESKTOP);
    await signIn(page, DEMO.admin);
    await page.getByRole('button', { name: 'Add policy' }).waitFor();
    await page.close();
    for (const rate of RATES) {
      for (let run = 0; run < repeats; run += 1) await editOnce(browser, server, { rate, runs });
    }
  } finally {
    await browser.close();
    removeProfile(browser.profile);
    await server.remove();
  }
  const figures = runs.figures();
  const verdicts = Object.keys(EDITS).map(what => {
    const name = `policy of 991 nodes, 4×: ${what}, ms`;
    return verdict(name, figures[name]?.median ?? Number.NaN, FRAME_MS);
  });
  return {
    figures,
    verdicts,
    notes: [
      'Script, style and layout from the key until the page is ready to paint; painting itself is not the page’s thread.',
      'A longest gap is the time without a frame around an edit; what is prepared afterwards is in it.',
    ],
  };
}

async function plantPolicy({ origin }: ServerProcess): Promise<void> {
  const authorization = `Bearer ${await obtain(origin, DEMO.admin)}`;
  const answer = await fetch(`${origin}${updatePolicy.path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ policyData: largePolicy(POLICY) }),
  });
  if (!answer.ok) throw new Error(`The policy was not taken: ${answer.status} ${await answer.text()}`);
}

async function editOnce(
  browser: Browser,
  { origin }: ServerProcess,
  { rate, runs }: { rate: number; runs: Runs },
): Promise<void> {
  const page = await browser.open('about:blank', DESKTOP);
  const cdp = await browser.cdp(page);
  await watchWork(page);
  await page.goto(`${origin}/application${paths.abac}?policy=${POLICY}`);
  await page.getByRole('button', { name: 'Развернуть: Все сразу' }).click();
  const last = page.getByRole('treeitem', { level: 16 }).last();
  const root = page.getByRole('tree').last().getByRole('treeitem').first();
  await root.focus();
  await page.keyboard.press('End');
  await last.waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Значение' }).focus();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  await pause(SETTLE_MS);
  for (const [what, edit] of Object.entries(EDITS)) {
    // The fields are left as a user leaves them, once.
    if (what === 'moving a node') await page.keyboard.press('Escape');
    for (let press = 0; press < PRESSES; press += 1) {
      await pause(WATCH_MS);
      await takeWork(page);
      await edit(page);
      await pause(WATCH_MS);
      const { busy, longest } = await takeWork(page);
      if (press === 0) continue;
      const name = `policy of 991 nodes, ${rate}×: ${what}`;
      runs.add(`${name}, ms`, busy);
      runs.add(`${name}, longest gap ms`, longest);
    }
  }
  await page.close();
}
