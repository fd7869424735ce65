// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BenchSight, PolicyBench, SAMPLE } from '#tests/support/policy-bench.tsx';
import { openScreen, screenPhone, setWidth } from '#tests/support/screen.tsx';

let sight: Partial<BenchSight>;

beforeEach(async () => {
  const { device } = await screenPhone();
  setWidth(1280);
  sight = {};
  openScreen(device, <PolicyBench sight={sight} />, '/abac');
  await userEvent.click(await screen.findByRole('tab', { name: 'JSON' }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Текст JSON' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function check(text: string) {
  fireEvent.change(field(), { target: { value: text } });
  await press('Проверить');
}

function choose(content: string, name = 'policy.json') {
  return userEvent.upload(screen.getByLabelText('Выбрать файл'), new File([content], name));
}

const told = async () => (await screen.findByRole('alert')).textContent ?? '';

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
  expect(sight.policy).toBe(SAMPLE);
  await press('Заменить открытую');
  expect(sight.policy).toMatchObject({ id: SAMPLE.id, name: 'Из файла', rules: [] });
  expect(sight.steps).toEqual([SAMPLE]);
});

test('or it becomes a policy of its own, and the open one stays', async () => {
  await choose(JSON.stringify([{ ...SAMPLE, name: 'Из файла' }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить как новую' }));
  expect(sight.added).toMatchObject([{ name: 'Из файла' }]);
  expect(sight.policy).toBe(SAMPLE);
});

const nested = (depth: number) => `${'{"type":"allOf","children":['.repeat(depth)}${']}'.repeat(depth)}`;
const withTarget = (target: string) =>
  `{"id":1,"name":"x","ruleCombine":"allowIfOneAllowed","target":${target}}`;

test.each([
  ['no JSON', '{"id": 1,', /не JSON/],
  ['10,000 levels', withTarget(nested(10_000)), /глубже/],
  ['17 levels', withTarget(nested(17)), /глубже/],
  ['an unknown type', withTarget('{"type":"planet"}'), /нет такого типа.*planet/],
  ['a type that only the prototype knows', withTarget('{"type":"constructor"}'), /нет такого типа/],
  ['two policies', '[{},{}]', /ровно одна/],
  ['a bare number', '7', /объект/],
])('%s is refused with its place in words; the text and the policy stay', async (_what, text, words) => {
  await check(text);
  expect(await told()).toMatch(words);
  expect(screen.queryByRole('button', { name: 'Заменить открытую' })).toBeNull();
  expect(field().value).toBe(text);
  expect(sight.policy).toBe(SAMPLE);
});

test('__proto__ comes in nowhere', async () => {
  await check(withTarget('{"type":"allOf","__proto__":{"type":"planet","children":[{"type":"user"}]}}'));
  await press('Заменить открытую');
  expect(sight.policy?.target).toMatchObject({ type: 'allOf', children: [] });
  expect(Object.getPrototypeOf(sight.policy?.target)).toBe(Object.prototype);
  expect('planet' in {}).toBe(false);
});

test('a file of 10 MB is refused by its size, unread', async () => {
  const file = new File(['[]'], 'large.json');
  Object.defineProperty(file, 'size', { value: 10_000_000 });
  file.text = () => Promise.reject(new Error('it was read'));
  await userEvent.upload(screen.getByLabelText('Выбрать файл'), file);
  expect(await told()).toContain('Файл «large.json» слишком большой');
  expect(field().value).toBe('');
});

test('a text of 10 MB is not pasted', async () => {
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(10_000_000));
  expect(await told()).toContain('Текст слишком большой');
  expect(field().value).toBe('');
});

test('a file that cannot be read says so', async () => {
  const file = new File(['[]'], 'gone.json');
  file.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  await userEvent.upload(screen.getByLabelText('Выбрать файл'), file);
  expect(await told()).toContain('Файл «gone.json» не читается');
});

test('a fault is gone as soon as the text is another', async () => {
  await check('{');
  await userEvent.type(field(), ' ');
  expect(within(screen.getByRole('form', { name: 'Импорт' })).queryByText(/Так не взять/)).toBeNull();
});
