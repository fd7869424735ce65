import type { Page } from 'playwright-core';
import { listPolicies, updatePolicy } from '#contract/policies.ts';
import { type ConditionNode, emptyNode, type Policy } from '#domain/policy/policy.ts';
import { obtain } from './ask-server.ts';
import { DESKTOP } from './browser.ts';
import { DEMO, signIn } from './sign-in.ts';
import { openScene, type Scene, type Stage } from './stage.ts';

/** Where policies are saved and listed, for what spoils or counts it. */
export const SAVE = updatePolicy.path;
export const LIST = listPolicies.path;

export type StoredPolicy = Policy & { version: number };

/** What the server holds, and what another administrator saves there meanwhile. */
export type PolicyWitness = {
  all: () => Promise<StoredPolicy[]>;
  one: (name: string) => Promise<StoredPolicy | undefined>;
  save: (policy: Policy) => Promise<void>;
};

/** Asks and saves by HTTP, beside the page. */
export async function policyWitness(origin: string): Promise<PolicyWitness> {
  const token = await obtain(origin, DEMO.admin);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const all = async () => {
    const answer = await fetch(`${origin}${LIST}`, { headers });
    if (!answer.ok) throw new Error(`the list was answered ${answer.status}`);
    // Our own server's answer, checked by its own tests.
    return ((await answer.json()) as { list: StoredPolicy[] }).list;
  };
  return {
    all,
    one: async name => (await all()).find(policy => policy.name === name),
    async save(policy) {
      const policyData = { ...policy, version: undefined };
      const body = JSON.stringify({ policyData });
      const answer = await fetch(`${origin}${SAVE}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`the other save was answered ${answer.status}`);
    },
  };
}

/** The policies' screen in a browser of a scene of its own, signed in. */
export async function enterPolicies(
  stage: Pick<Stage, 'server' | 'browser'>,
  { path = '/abac', size = DESKTOP, email = DEMO.admin as string } = {},
): Promise<Scene> {
  const scene = await openScene(stage, `/login?redirect=${encodeURIComponent(path)}`, size);
  await signIn(scene.page, email);
  await scene.page
    .getByRole('button', { name: 'Add policy' })
    .or(button(scene.page, 'К списку'))
    .first()
    .waitFor();
  return scene;
}

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A line of a tree of conditions. */
export const line = (page: Page, tree: string, words: string | RegExp) =>
  page.getByRole('tree', { name: tree }).getByRole('treeitem', { name: words });

/** A rule by its place, the first is 0. */
export const ruleAt = (page: Page, index: number) => page.locator('[data-rule]').nth(index);

/** Chooses in a field of the selected condition. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).selectOption({ label: option });
}

/** Chooses from the actions of a rule. */
export async function actOnRule(page: Page, rule: string, action: string): Promise<void> {
  await button(page, `Действия с правилом ${rule}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Gives the open policy another name. */
export async function rename(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
}

/** Save policy, and yes to what it would change. */
export async function save(page: Page): Promise<void> {
  await button(page, 'Save policy').click();
  await page
    .getByRole('dialog', { name: /^Сохранить политику / })
    .getByRole('button', { name: 'Сохранить' })
    .click();
}

/** What the bar says about everything that is edited. */
export const barSays = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Сохранение' }).getByText(words, { exact: true }).waitFor();

/** The policy as its JSON view shows it. */
export async function shownJson(page: Page): Promise<Policy> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  // The view shows a policy of ours, as it is sent.
  return JSON.parse((await page.locator('pre').textContent()) ?? '') as Policy;
}

/** A group with these conditions. */
export function group(type: 'allOf' | 'anyOf', ...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode(type), children };
}

/** A single condition: `claim('user.role', 'list', 'equal', 'admin')`. */
export function claim(
  about: string,
  comparisonType: string,
  comparisonMethod: string,
  compareValue: ConditionNode['compareValue'] = null,
): ConditionNode {
  const [type = '', attribute = ''] = about.split('.');
  return { ...emptyNode(type), attribute, comparisonType, comparisonMethod, compareValue };
}

/** A policy about paying, by which administrators may and promoters may not. */
export function payPolicy(id: number, name: string): Policy {
  const byRole = (role: string) => group('allOf', claim('user.role', 'list', 'equal', role));
  return {
    ...{ id, name, ruleCombine: 'allowIfAllAllowed' },
    target: group('allOf', claim('environment.action', 'list', 'in', ['payRequest', 'unpayRequest'])),
    rules: [
      { id: 1, name: 'Администратор', effect: 'allow', condition: byRole('admin') },
      { id: 2, name: 'Промоутер', effect: 'deny', condition: byRole('promoter') },
    ],
  };
}

/** The field of the open policy's name. */
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Название', exact: true });
