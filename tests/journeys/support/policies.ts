import type { Page } from 'playwright-core';
import { listPolicies, updatePolicy } from '#contract/policies.ts';
import { type ConditionNode, emptyNode, type Policy } from '#domain/policy/policy.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { DESKTOP } from '#tests/support/browser.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, type Options, openSignedIn } from './app.ts';

/** Where policies are saved, for what spoils it. */
export const SAVE = updatePolicy.path;
const LIST = listPolicies.path;

type StoredPolicy = Policy & { version: number };

/** What the server holds, and what another administrator saves there meanwhile. */
export type PolicyStore = Awaited<ReturnType<typeof policyStore>>;

/** Asks and saves by HTTP, beside the page. */
export async function policyStore(origin: string) {
  const call = await callAs(origin, DEMO.admin);
  const all = async () => (await call<{ list: StoredPolicy[] }>('GET', LIST)).list;
  return {
    byId: async (id: number) => (await all()).find(policy => policy.id === id),
    byName: async (name: string) => (await all()).find(policy => policy.name === name),
    save: (policy: Policy) => call('POST', SAVE, { policyData: { ...policy, version: undefined } }),
  };
}

/** The policies' screen, or one of them, before an administrator on a desktop. */
export async function openPolicies(path = '/abac', options: Options = {}): Promise<App> {
  const app = await openSignedIn(path, DEMO.admin, { size: DESKTOP, ...options });
  const isThere = button(app.page, 'Add policy').or(button(app.page, 'К списку'));
  await isThere.first().waitFor();
  return app;
}

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
    id,
    name,
    ruleCombine: 'allowIfAllAllowed',
    target: group('allOf', claim('environment.action', 'list', 'in', ['payRequest', 'unpayRequest'])),
    rules: [
      { id: 1, name: 'Администратор', effect: 'allow', condition: byRole('admin') },
      { id: 2, name: 'Промоутер', effect: 'deny', condition: byRole('promoter') },
    ],
  };
}

/** The field of the open policy's name. */
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Название', exact: true });
