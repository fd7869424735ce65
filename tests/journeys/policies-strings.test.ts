import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnRule, button, enterPolicies, line, SAVE, save } from '#tests/support/policy-office.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { missingWords, POLICIES } from './verbatim.ts';

type Place = keyof typeof POLICIES;

let stage: Stage;
let scene: Scene;
let page: Page;
const found = new Map<Place, readonly string[]>();

beforeAll(async () => {
  stage = await raiseStage();
  scene = await enterPolicies(stage);
  page = scene.page;
});
afterAll(async () => {
  const rows = [...found].flatMap(([place, words]) => words.map(word => `  ${place.padEnd(24)} ${word}`));
  process.stdout.write(`\nVerbatim strings of policies (${rows.length} asserted)\n${rows.join('\n')}\n`);
  await closeScene(stage, scene);
  await stage.end();
});

/** What stands there to be seen, fields and names for readers included. */
async function words(): Promise<string> {
  return page.evaluate(() => {
    const isShown = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const named = [...document.querySelectorAll('[aria-label]')].filter(isShown).map(each => each.ariaLabel);
    const fields = [...document.querySelectorAll('input')].filter(isShown).map(({ value }) => value);
    return [document.body.textContent, ...named, ...fields].join(' ');
  });
}

async function says(place: Place): Promise<void> {
  await expect.poll(async () => missingWords(place, await words()), { timeout: 15_000 }).toEqual([]);
  found.set(place, POLICIES[place]);
}

it('the words of the list, and of a new policy with a new rule', async () => {
  await says('policies');
  expect(missingWords('policy, new', await words())).not.toEqual([]);
  await button(page, 'Add policy').click();
  await says('policy, new');
  await button(page, 'Add rule').click();
  await says('policy, a rule');
  await line(page, 'Target', /^allOf/).click();
  await page.getByRole('button', { name: /^Добавить условие/ }).click();
  await says('policy, a condition');
});

it('the words of a save that fails, and of one that succeeds', async () => {
  scene.proxy.spoil({ path: SAVE, fault: { status: 422, json: { message: 'no' } } });
  await save(page);
  await says('policy, not saved');
  await save(page);
  await says('policy, saved');
});

it('a rule says what it does in words that are shown, not by its tint alone', async () => {
  const rule = page.locator('[data-rule]').first();
  await button(page, 'Свернуть: new Rule').click();
  expect(await rule.getByText('allow', { exact: true }).isVisible()).toBe(true);
  await button(page, 'Развернуть: new Rule').click();
  await rule.getByRole('radio', { name: 'deny' }).check();
  await button(page, 'Свернуть: new Rule').click();
  expect(await rule.getByText('deny', { exact: true }).isVisible()).toBe(true);
  await actOnRule(page, 'new Rule', 'Удалить');
});

it('every word of the table was asserted', () => {
  expect(Object.keys(POLICIES).filter(place => !found.has(place as Place))).toEqual([]);
});
