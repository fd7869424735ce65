import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { removeRule, renameRule } from '#domain/policy/edits/rules.ts';
import { summaryLines, summaryText } from '#domain/policy/words/summary-text.ts';
import { success } from '#kit/result.ts';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import { type PolicyEditor, SAMPLE, sidePanelEditor } from '#tests/support/policy-screens.tsx';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';

let editor: PolicyEditor;
let handset: ScreenPhone;

beforeEach(async () => {
  handset = await screenPhone();
  setWidth(1280);
});

/** Opens the side panel beside a policy, at that view. */
async function open(view: string, start = SAMPLE) {
  editor = sidePanelEditor(start);
  openScreen(handset.device, editor.view, '/abac');
  await userEvent.click(await screen.findByRole('tab', { name: view }));
}

test('the summary follows every edit, and is copied as it stands', async () => {
  await open('Словами');
  editor.edit(policy => renameRule(policy, 1, 'Совсем другие'));
  const lines = summaryLines(editor.policy(), sampleCatalogue);
  expect(lines.some(({ text }) => text.includes('Совсем другие'))).toBe(true);
  const region = screen.getByRole('region', { name: 'Политика словами' });
  for (const { text } of lines) expect(region.textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: 'Скопировать' }));
  expect(await navigator.clipboard.readText()).toBe(summaryText(editor.policy(), sampleCatalogue).join('\n'));
});

test('a warning has its severity as a word and leads to its node; the view stays', async () => {
  const value = leaf('request', 'tofirm', 'greater');
  await open('Словами', { ...SAMPLE, target: group('allOf', ...SAMPLE.target.children, value) });
  await userEvent.click(await screen.findByRole('button', { name: /Не закончено.*Target/ }));
  expect(editor.selected()).toEqual({ tree: 'target', steps: [{ list: 'children', index: 1 }] });
  expect(screen.getByRole('tab', { name: 'Словами' }).getAttribute('aria-selected')).toBe('true');
});

test('what concerns the policy as a whole leads nowhere', async () => {
  await open('Словами');
  expect(screen.getByText('Замечаний нет')).toBeTruthy();
  editor.edit(policy => removeRule(policy, 1));
  expect(await screen.findByText(/нет правил/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /нет правил/ })).toBeNull();
});

test('a node that is selected in its tree shows its fields, one that an edit takes along does not', async () => {
  await open('Словами');
  const path = { tree: 1, steps: [{ list: 'children' as const, index: 0 }] };
  act(() => {
    editor.edit(policy => success({ ...policy, name: 'Другая' }));
    editor.select(path);
  });
  expect(screen.getByRole('tab', { name: 'Словами' }).getAttribute('aria-selected')).toBe('true');
  editor.select({ tree: 'target', steps: [] });
  expect(screen.getByRole('tab', { name: 'Узел' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('group', { name: 'Условие' })).toBeTruthy();
});

test('the view is remembered, and arrows move between views', async () => {
  await open('Словами');
  cleanup();
  openScreen(handset.device, editor.view, '/abac');
  const words = await screen.findByRole('tab', { name: 'Словами' });
  expect(words.getAttribute('aria-selected')).toBe('true');
  words.focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tab', { name: 'Проверка' }).getAttribute('aria-selected')).toBe('true');
});

test('on a narrow screen fields come over the tree, so the side panel has no view of them', async () => {
  setWidth(360);
  openScreen(handset.device, editor.view, '/abac');
  expect(await screen.findByRole('tab', { name: 'Словами' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Узел' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Политика словами' })).toBeTruthy();
});

test('a large policy is thought over once there is a pause', async () => {
  const claims = Array.from({ length: 500 }, (_, index) =>
    leaf('request', 'tofirm', 'greater', String(index)),
  );
  const [rule] = SAMPLE.rules;
  await open('Словами', {
    ...SAMPLE,
    rules: rule ? [{ ...rule, condition: group('allOf', ...claims) }] : [],
  });
  editor.edit(policy => renameRule(policy, 1, 'Позже'));
  const region = screen.getByRole('region', { name: 'Политика словами' });
  expect(region.textContent).not.toContain('Позже');
  await waitFor(() => expect(region.textContent).toContain('Позже'));
});

describe('as JSON', () => {
  beforeEach(() => open('JSON'));

  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Текст JSON' });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  async function check(text: string) {
    fireEvent.change(field(), { target: { value: text } });
    await press('Проверить');
  }

  function choose(content: string, name = 'policy.json') {
    return userEvent.upload(screen.getByLabelText('Выбрать файл'), new File([content], name));
  }

  const announcement = async () => (await screen.findByRole('alert')).textContent ?? '';

  test('the policy stands there as it is sent, and is copied so', async () => {
    const shown = document.querySelector('pre')?.textContent ?? '';
    expect(JSON.parse(shown)).toEqual(SAMPLE);
    await press('Скопировать');
    expect(await navigator.clipboard.readText()).toBe(shown);
    expect(await screen.findByText('Скопировано')).toBeTruthy();
  });

  test('it is a file by the number of the policy', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:policy');
    await press('Скачать');
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('policy-3.json'); // a link was pressed
    const [blob] = made.mock.calls[0] ?? [];
    expect(JSON.parse(blob instanceof Blob ? await blob.text() : '')).toEqual(SAMPLE);
    vi.restoreAllMocks();
  });

  test('a good text replaces the open policy under its own id, as one edit, once the user says so', async () => {
    await check(JSON.stringify({ ...SAMPLE, id: 99, name: 'Из файла', rules: [] }));
    expect(editor.policy()).toBe(SAMPLE);
    await press('Заменить открытую');
    expect(editor.policy()).toMatchObject({ id: SAMPLE.id, name: 'Из файла', rules: [] });
    expect(editor.steps.map(({ before }) => before)).toEqual([SAMPLE]);
  });

  test('or it becomes a policy of its own, and the open one stays', async () => {
    await choose(JSON.stringify([{ ...SAMPLE, name: 'Из файла' }]));
    await userEvent.click(await screen.findByRole('button', { name: 'Добавить как новую' }));
    expect(editor.added).toMatchObject([{ name: 'Из файла' }]);
    expect(editor.policy()).toBe(SAMPLE);
  });

  test('a fault is told with its place in words; the text and the policy stay', async () => {
    const text = JSON.stringify({ ...SAMPLE, target: { type: 'planet' } });
    await check(text);
    expect(await announcement()).toMatch(/нет такого типа.*planet/);
    expect(screen.queryByRole('button', { name: 'Заменить открытую' })).toBeNull();
    expect(field().value).toBe(text);
    expect(editor.policy()).toBe(SAMPLE);
  });

  test('a file of 10 MB is refused by its size, unread', async () => {
    const file = new File(['[]'], 'large.json');
    Object.defineProperty(file, 'size', { value: 10_000_000 });
    file.text = () => Promise.reject(new Error('it was read'));
    await userEvent.upload(screen.getByLabelText('Выбрать файл'), file);
    expect(await announcement()).toContain('Файл «large.json» слишком большой');
    expect(field().value).toBe('');
  });

  test('a text of 10 MB is not pasted', async () => {
    await userEvent.click(field());
    await userEvent.paste('x'.repeat(10_000_000));
    expect(await announcement()).toContain('Текст слишком большой');
    expect(field().value).toBe('');
  });

  test('a file that cannot be read says so', async () => {
    const file = new File(['[]'], 'gone.json');
    file.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    await userEvent.upload(screen.getByLabelText('Выбрать файл'), file);
    expect(await announcement()).toContain('Файл «gone.json» не читается');
  });

  test('a fault is gone as soon as the text is another', async () => {
    await check('{');
    await userEvent.type(field(), ' ');
    expect(within(screen.getByRole('form', { name: 'Импорт' })).queryByText(/Так не взять/)).toBeNull();
  });
});
