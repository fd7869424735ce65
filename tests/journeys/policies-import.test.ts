import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  barSays,
  button,
  enterPolicies,
  type PolicyWitness,
  payPolicy,
  policyWitness,
  save,
  shownJson,
} from '#tests/support/policy-office.ts';
import { closeScene, raiseStage, type Scene, type Stage } from '#tests/support/stage.ts';

/** From the choice of the file to the refusal; longer would look like a page that hangs. */
const SOON_MS = 1500;

let stage: Stage;
let scene: Scene;
let page: Page;
let witness: PolicyWitness;
const folder = mkdtempSync(join(tmpdir(), 'promo-import-'));

beforeAll(async () => {
  stage = await raiseStage();
  witness = await policyWitness(stage.server.origin);
  await witness.save(payPolicy(7, 'Выплаты'));
  scene = await enterPolicies(stage, { path: '/abac?policy=7' });
  page = scene.page;
  await page.getByRole('tab', { name: 'JSON' }).click();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await closeScene(stage, scene);
  await stage.end();
});

const form = () => page.getByRole('form', { name: 'Импорт' });

async function give(content: string): Promise<void> {
  const file = join(folder, 'policy.json');
  writeFileSync(file, content);
  await form().locator('input[type=file]').setInputFiles(file);
}

/** By the page's own clock: to hand ten megabytes to a browser takes seconds by itself. */
const msUntilTold = () =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const handleChoice = () => {
          const began = performance.now();
          const said = () => document.querySelector('form [role=alert]')?.textContent;
          const before = said();
          const seen = new MutationObserver(() => {
            if (!said() || said() === before) return;
            seen.disconnect();
            // Once it is drawn: what was taken may be slow to lay out.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          });
          seen.observe(document.body, { childList: true, subtree: true, characterData: true });
        };
        document.addEventListener('change', handleChoice, { capture: true, once: true });
      }),
  );

const nested = (depth: number) => `${'{"type":"allOf","children":['.repeat(depth)}${']}'.repeat(depth)}`;
const withTarget = (target: string) =>
  `{"id":1,"name":"x","ruleCombine":"allowIfOneAllowed","target":${target},"rules":[]}`;
const good = JSON.stringify(payPolicy(1, 'Из файла'));

it.each([
  ['a file of 10 MB', `${' '.repeat(10_000_000)}[]`, /Файл «policy\.json» слишком большой/],
  [
    'a megabyte that is a policy',
    good.replace('Из файла', 'я'.repeat(400_000)),
    /^Так не взять: 1 ошибка.*Больше 256 КБ/,
  ],
  ['10,000 levels', withTarget(nested(10_000)), /глубже, чем 16 уровней/],
  ['levels that never end', '['.repeat(100_000), /не JSON|глубже/],
  [
    '2,000 conditions',
    withTarget(`{"type":"allOf","children":[${Array(2000).fill('{"type":"user"}')}]}`),
    /больше, чем 1000 узлов/,
  ],
  ['an unknown type', withTarget('{"type":"planet"}'), /нет такого типа – «planet»/],
  ['a type that only the prototype knows', withTarget('{"type":"__proto__"}'), /нет такого типа/],
  ['an unknown method', good.replaceAll('"equal"', '"smells"'), /нет такого способа сравнения – «smells»/],
  ['an unknown attribute', good.replaceAll('"role"', '"rolf"'), /нет такого атрибута – «rolf»/],
  ['what is not JSON', '{"id": 1,', /не JSON/],
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', /не JSON/],
  ['two policies', `[${good},${good}]`, /Нужна ровно одна политика/],
  ['an empty file', '', /не JSON|Вставьте текст/],
])('%s is refused in words, soon, and the open policy stays', async (_what, content, words) => {
  const before = await shownJson(page);
  const told = msUntilTold();
  await give(content);
  await form().getByRole('alert').filter({ hasText: words }).waitFor();
  expect(await told).toBeLessThan(SOON_MS);
  expect(await button(page, 'Заменить открытую').count()).toBe(0);
  expect(await shownJson(page)).toEqual(before);
  await barSays(page, 'Все сохранено');
});

it('__proto__ brings nothing in', async () => {
  await give(
    withTarget('{"type":"allOf","__proto__":{"isAdmin":true,"children":[{"type":"user"}]},"children":[]}'),
  );
  await button(page, 'Заменить открытую').click();
  expect((await shownJson(page)).target.children).toEqual([]);
  expect(await page.evaluate(() => 'isAdmin' in {})).toBe(false);
  await page.getByRole('button', { name: /^Отменить: / }).click();
  await barSays(page, 'Все сохранено');
});

it('a policy goes out as a file and comes back as the same one, as another and in the place of the open one', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Скачать').click()]);
  expect(download.suggestedFilename()).toBe('policy-7.json');
  const text = readFileSync(await download.path(), 'utf8');
  expect(JSON.parse(text)).toEqual(payPolicy(7, 'Выплаты'));
  await give(text.replace('"Выплаты"', '"Из файла"'));
  await form().getByText('Политика «Из файла»: 2 правила.').waitFor();
  await button(page, 'Заменить открытую').click();
  expect(await shownJson(page)).toEqual(payPolicy(7, 'Из файла'));
  await save(page);
  await barSays(page, 'Все сохранено');
  expect(await witness.one('Из файла')).toMatchObject(payPolicy(7, 'Из файла'));

  await give(text);
  await button(page, 'Добавить как новую').click();
  await page.getByRole('heading', { name: 'Выплаты', level: 2 }).waitFor();
  await save(page);
  await barSays(page, 'Все сохранено');
  const made = await witness.one('Выплаты');
  expect(made).toEqual({ ...payPolicy(8, 'Выплаты'), version: 1 });
});
