import { beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from './load-config.ts';
import { CONFIG_KEY, readOwnerKey } from './stored-facts.ts';

const reload = vi.fn();
let answer: () => Promise<Response>;
let values: Map<string, string>;

beforeEach(() => {
  values = new Map();
  reload.mockClear();
  answer = () => Promise.reject(new TypeError('no network'));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('fetch', () => answer());
});

const HERE = { apiOrigin: '', clientId: '2' };
const received = (config: object) => () => Promise.resolve(Response.json({ ...HERE, ...config }));
const keep = (config: object) => values.set(CONFIG_KEY, JSON.stringify({ ...HERE, ...config }));

test('the first start waits for the configuration and keeps it', async () => {
  answer = received({ clientSecret: 'first' });
  expect((await loadConfig()).known).toMatchObject({ clientSecret: 'first', zone: 'Europe/Moscow' });
  expect(values.get(CONFIG_KEY)).toContain('first');
});

test('a first start without a network has the page for a backend', async () => {
  expect((await loadConfig()).known).toMatchObject({ apiOrigin: '', clientId: '2' });
  expect(values.has(CONFIG_KEY)).toBe(false);
});

test('a later start waits for nobody, even on a network that never answers', async () => {
  keep({ clientSecret: 'kept' });
  answer = () => new Promise(() => {});
  expect((await loadConfig()).known).toMatchObject({ clientSecret: 'kept' });
});

test('what talks to the backend gets what the backend says now', async () => {
  keep({ clientSecret: 'kept' });
  answer = received({ clientSecret: 'new' });
  const { fetchFresh } = await loadConfig();
  expect(await fetchFresh()).toMatchObject({ clientSecret: 'new' });
  expect(reload).not.toHaveBeenCalled();
});

test('without an answer that is the last one again', async () => {
  keep({ clientSecret: 'kept' });
  answer = () => Promise.resolve(new Response('<h1>Wi-Fi</h1>'));
  expect(await (await loadConfig()).fetchFresh()).toMatchObject({ clientSecret: 'kept' });
});

test('a firm that moved is met by a new start', async () => {
  keep({});
  answer = received({ apiOrigin: 'https://new.example' });
  await (await loadConfig()).fetchFresh();
  expect(reload).toHaveBeenCalledOnce();
});

test('a portal that speaks JSON is no configuration: it moves nobody and demotes nothing', async () => {
  keep({ apiOrigin: 'https://firm.example', idempotency: true });
  answer = () => Promise.resolve(Response.json({ id: 1 }));
  expect(await (await loadConfig()).fetchFresh()).toMatchObject({
    apiOrigin: 'https://firm.example',
    idempotency: true,
  });
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['signed in', { isLoggedIn: true, subject: 7 }, '|7'],
  ['working as another', { isLoggedIn: true, subject: 7, own: { subject: 3 } }, null],
  ['signed out', { isLoggedIn: false, subject: 7 }, null],
  ['never signed in', {}, null],
])('somebody who is %s', (_what, auth, ownerKey) => {
  values.set(CONFIG_KEY, JSON.stringify({ apiOrigin: '' }));
  values.set('application', JSON.stringify(auth));
  expect(readOwnerKey()).toBe(ownerKey);
});

test('unreadable facts count as signed out', () => {
  values.set(CONFIG_KEY, 'oops');
  values.set('application', '"text"');
  expect(readOwnerKey()).toBeNull();
});
