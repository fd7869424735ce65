/** No screen breaks the page's content policy, nor the trusted types that are only told of. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP } from '#tests/support/browser.ts';
import { createContact, newPhone } from '#tests/support/promoter.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { closeScene, openScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';
import { type Visit, visits } from './screens.ts';

let stage: Stage;
let scene: Scene;
let page: Page;
/** Every violation that the browser has told of, and every error of the page. */
const broken: string[] = [];

beforeAll(async () => {
  stage = await raiseStage();
  stage.browser.context.on('console', message => {
    if (/Content Security Policy|Trusted/i.test(message.text())) broken.push(message.text());
  });
  stage.browser.context.on('weberror', ({ error }) => {
    if (/Trusted/i.test(error().message)) broken.push(error().message);
  });
  scene = await openScene(stage, '/login?redirect=/promo', DESKTOP);
  page = scene.page;
  await signIn(page, DEMO.promoter);
});
afterAll(async () => {
  await closeScene(stage, scene);
  await stage.end();
});

it('the worker is registered through the one policy that there is, and keeps the page', async () => {
  await page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(broken).toEqual([]);
});

/** A screen of somebody else's desk: once its title is there, everything of it has been loaded. */
const titled = (path: string): Visit => ({
  ...{ name: path.slice(1), path },
  ready: shown => shown.getByRole('heading', { level: 1 }).first().waitFor(),
});

it.each(visits.map(visit => [visit.name, visit] as const))(
  'the screen %s breaks nothing of it',
  async (_name, { path, ready }) => {
    await page.goto(scene.at(path));
    await ready(page);
    expect(broken).toEqual([]);
  },
);

it('nor do policies, users and moderation of an administrator', async () => {
  const desk = await openScene(stage, '/login?redirect=/abac', DESKTOP);
  await signIn(desk.page, DEMO.admin);
  for (const { path, ready } of ['/abac', '/users', '/moderation'].map(titled)) {
    await desk.page.goto(desk.at(path));
    await ready(desk.page);
  }
  expect(broken).toEqual([]);
  await closeScene(stage, desk);
});

it('what is saved is told in a notice, without a broken rule', async () => {
  await page.goto(scene.at('/promo/contacts/add'));
  await createContact(page, { name: 'Политика', phones: [newPhone()] });
  expect(broken).toEqual([]);
});
