import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { updatePolicy } from '#contract/policies.ts';
import { paths } from '#domain/paths.ts';
import { type ConditionNode, DEPTH_MAX, emptyNode, type Policy } from '#domain/policy/policy.ts';
import { type Browser, DESKTOP } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { askAs } from './ask.ts';
import { collectRuns, type Findings, medianOf, type Runs, verdict } from './figures.ts';
import { GAP_MS, openSignedIn, openTab, RATES, watch, withBrowser } from './probes.ts';

const LEAVES_A_LEVEL = 65;

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
  try {
    const ask = await askAs(server.origin, DEMO.admin);
    await ask(updatePolicy.path, { policyData: largePolicy(POLICY) });
    await withBrowser(async browser => {
      const who = { origin: server.origin, path: paths.abac, email: DEMO.admin, size: DESKTOP };
      const page = await openSignedIn(browser, who, each => each.getByRole('button', { name: 'Add policy' }));
      await page.close();
      for (const rate of RATES) {
        for (let run = 0; run < repeats; run += 1) await editOnce(browser, server.origin, rate, runs);
      }
    });
  } finally {
    await server.remove();
  }
  const figures = runs.figures();
  const verdicts = RATES.flatMap(rate =>
    Object.keys(EDITS).map(what => {
      const name = `policy of 991 nodes, ${rate}×: ${what}, longest gap ms`;
      return verdict(name, medianOf(figures, name), GAP_MS);
    }),
  );
  return {
    figures,
    verdicts,
    notes: [
      'Script, style and layout from the key until the page is ready to paint; painting itself is not the page’s thread.',
      'A longest gap is the time without a frame around an edit; what is prepared afterwards is in it.',
    ],
  };
}

async function editOnce(browser: Browser, origin: string, rate: number, runs: Runs): Promise<void> {
  const { page, cdp } = await openTab(browser, 1, DESKTOP);
  const takeWork = await watch(page, 'work');
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
      await takeWork();
      await edit(page);
      await pause(WATCH_MS);
      const { busy, longest } = await takeWork();
      if (press === 0) continue;
      const name = `policy of 991 nodes, ${rate}×: ${what}`;
      runs.add(`${name}, ms`, busy);
      runs.add(`${name}, longest gap ms`, longest);
    }
  }
  await page.close();
}

/** A comparison that holds of nothing, so that none is like another. */
function claim(number: number): ConditionNode {
  const asked = { attribute: 'tofirm', comparisonType: 'number', comparisonMethod: 'greater' };
  return { ...emptyNode('request'), ...asked, compareValue: String(1_000_000 + number) };
}

/** Groups inside groups as deep as a policy may be, each with many comparisons before the next one. */
function deepGroup(level: number, leaves: number): ConditionNode {
  const claims = Array.from({ length: leaves }, (_, at) => claim(level * LEAVES_A_LEVEL + at));
  const below = level < DEPTH_MAX - 1 ? [deepGroup(level + 1, leaves)] : [];
  return { ...emptyNode(level % 2 ? 'allOf' : 'anyOf'), children: [...claims, ...below] };
}

/** A policy almost as large as one may be (991 nodes, 16 levels), with room for what a test adds. */
function largePolicy(id: number): Policy {
  return {
    ...{ id, name: `Большая ${id}`, ruleCombine: 'allowIfOneAllowed', target: emptyNode('allOf') },
    rules: [{ id: 1, name: 'Все сразу', effect: 'deny', condition: deepGroup(1, LEAVES_A_LEVEL) }],
  };
}
