// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeRule, renameRule } from '#domain/policy/edits/rules.ts';
import { summaryLines, summaryText } from '#domain/policy/words/summary-text.ts';
import { success } from '#kit/result.ts';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { allOf, type BenchSight, claim, PolicyBench, SAMPLE } from '#tests/support/policy-bench.tsx';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';

let sight: BenchSight;
let pocket: ScreenPhone;

beforeEach(async () => {
  pocket = await screenPhone();
  setWidth(1280);
  sight = {} as BenchSight; // filled by the first render
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function open(start = SAMPLE) {
  openScreen(pocket.device, <PolicyBench start={start} sight={sight} />, '/abac');
  await userEvent.click(await screen.findByRole('tab', { name: 'Словами' }));
}

test('the summary follows every edit, and is copied as it stands', async () => {
  await open();
  act(() => sight.edit(policy => renameRule(policy, 1, 'Совсем другие')));
  const lines = summaryLines(sight.policy, sampleCatalogue);
  expect(lines.some(({ text }) => text.includes('Совсем другие'))).toBe(true);
  const region = screen.getByRole('region', { name: 'Политика словами' });
  for (const { text } of lines) expect(region.textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: 'Скопировать' }));
  expect(await navigator.clipboard.readText()).toBe(summaryText(sight.policy, sampleCatalogue).join('\n'));
});

test('a warning has its severity as a word and leads to its node; the view stays', async () => {
  const value = claim('request', 'tofirm', 'number', { comparisonMethod: 'greater' });
  await open({ ...SAMPLE, target: allOf(...SAMPLE.target.children, value) });
  await userEvent.click(await screen.findByRole('button', { name: /Не закончено.*Target/ }));
  expect(sight.selected).toEqual({ tree: 'target', steps: [{ list: 'children', index: 1 }] });
  expect(screen.getByRole('tab', { name: 'Словами' }).getAttribute('aria-selected')).toBe('true');
});

test('what concerns the policy as a whole leads nowhere', async () => {
  await open();
  act(() => sight.edit(policy => removeRule(policy, 1)));
  expect(await screen.findByText(/нет правил/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /нет правил/ })).toBeNull();
});

test('a sound policy has no warnings', async () => {
  await open();
  expect(screen.getByText('Замечаний нет')).toBeTruthy();
});

test('a node that is selected in its tree shows its fields, one that an edit takes along does not', async () => {
  await open();
  const path = { tree: 1, steps: [{ list: 'children' as const, index: 0 }] };
  act(() => {
    sight.edit(policy => success({ ...policy, name: 'Другая' }));
    sight.select(path);
  });
  expect(screen.getByRole('tab', { name: 'Словами' }).getAttribute('aria-selected')).toBe('true');
  act(() => sight.select({ tree: 'target', steps: [] }));
  expect(screen.getByRole('tab', { name: 'Узел' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('group', { name: 'Условие' })).toBeTruthy();
});

test('the view is remembered, and arrows move between views', async () => {
  await open();
  cleanup();
  openScreen(pocket.device, <PolicyBench sight={sight} />, '/abac');
  const words = await screen.findByRole('tab', { name: 'Словами' });
  expect(words.getAttribute('aria-selected')).toBe('true');
  words.focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tab', { name: 'Проверка' }).getAttribute('aria-selected')).toBe('true');
});

test('on a narrow screen fields come over the tree, so the rail has no view of them', async () => {
  setWidth(360);
  openScreen(pocket.device, <PolicyBench sight={sight} />, '/abac');
  expect(await screen.findByRole('tab', { name: 'Словами' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Узел' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Политика словами' })).toBeTruthy();
});

test('a large policy is thought over once there is a pause', async () => {
  const claims = Array.from({ length: 500 }, (_, index) =>
    claim('request', 'tofirm', 'number', { comparisonMethod: 'greater', compareValue: String(index) }),
  );
  const [rule] = SAMPLE.rules;
  await open({ ...SAMPLE, rules: rule ? [{ ...rule, condition: allOf(...claims) }] : [] });
  act(() => sight.edit(policy => renameRule(policy, 1, 'Позже')));
  const region = screen.getByRole('region', { name: 'Политика словами' });
  expect(region.textContent).not.toContain('Позже');
  await waitFor(() => expect(region.textContent).toContain('Позже'));
});
