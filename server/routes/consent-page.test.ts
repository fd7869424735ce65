import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { get } from '#tests/support/calls.ts';
import {
  askingFor,
  consent,
  plantClient,
  REDIRECT,
  RFC_VERIFIER,
  type TestClient,
} from '#tests/support/oauth.ts';
import { serverForEach, TEST_CONFIG, type TestUser } from '#tests/support/server.ts';
import { createApp } from '../app.ts';
import type { Db } from '../db/database.ts';
import { oauthCodes } from '../db/schema.ts';

const PATH = '/oauth/authorize';

const server = serverForEach();
let client: TestClient;
let user: TestUser;
beforeEach(async () => {
  client = await plantClient(server, server.users.admin, [REDIRECT, `${REDIRECT}?shop=7&lang=ru`]);
  user = server.users.moderator;
});

type Changes = Record<string, string | undefined>;
const asking = (changes: Changes = {}) => askingFor(client, RFC_VERIFIER, changes);
const open = (changes: Changes = {}) => get(server, `${PATH}?${new URLSearchParams(asking(changes))}`);
const agree = (changes: Changes = {}, more: Record<string, string> = {}) =>
  consent(server, asking(changes), user, more);
const storedCodes = () => server.db.select().from(oauthCodes);

describe('the page of consent', () => {
  it('says who asks, who registered it, where it leads and what it may do, and stores nothing', async () => {
    const { status, headers, text } = await open({ scope: 'promo profile' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(text).toContain('<html lang="ru">');
    expect(text).toContain('<bdi>Third party</bdi>');
    expect(text).toContain('<bdi>Test admin</bdi>');
    expect(text).toContain('<bdi>third-party.example</bdi>');
    expect(text).toContain('Видеть ваше имя, e-mail и роль');
    expect(text).toContain('Видеть и менять ваши телефоны, видеть и оформлять заявки');
    expect(text).not.toContain('Видеть склад');
    expect(await storedCodes()).toEqual([]);
  });

  it('allows its own sheet and the way back to the client, and nothing else', async () => {
    const { headers, text } = await open();
    const sheet = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://third-party.example`,
    );
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect(text).not.toMatch(/<script|style=|onclick|href=/);
  });

  it.each([
    ['http://[::1]:4000/back', 'http:'],
    ['http://127.0.0.1:4000/back', 'http://127.0.0.1:4000'],
    ['https://a;sandbox/back', 'https:'],
  ])('leads back to %s, which a policy calls %s', async (redirect, source) => {
    const local = await plantClient(server, server.users.admin, [redirect]);
    const { headers } = await get(server, `${PATH}?${new URLSearchParams(askingFor(local, RFC_VERIFIER))}`);
    expect(headers.get('content-security-policy')).toMatch(
      new RegExp(`form-action 'self' ${literal(source)}$`),
    );
  });
  const literal = (text: string) => text.replace(/[.[\]]/g, '\\$&');

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; --",
    '</title><h1>',
    '&lt;b&gt;',
  ])('shows the client name %s as letters', async name => {
    const hostile = await plantClient(server, user, [REDIRECT], { name });
    const { text } = await get(server, `${PATH}?${new URLSearchParams(askingFor(hostile, RFC_VERIFIER))}`);
    const shown = /<strong><bdi>(.*)<\/bdi><\/strong>/.exec(text)?.[1] ?? '';
    expect(shown).not.toMatch(/[<>"']/);
    expect(shown.replace(/&(lt|gt|quot|#39|amp);/g, entity => LETTERS[entity] ?? '')).toBe(name);
  });
  const LETTERS: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };

  it('keeps what it was asked with in the form, as letters', async () => {
    const state = '"><script>alert(1)</script>&';
    const { text } = await open({ state });
    expect(text).not.toContain('<script>');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"');
  });

  it('is not answered by HEAD with a body, and by no other method', async () => {
    const address = `${PATH}?${new URLSearchParams(asking())}`;
    const head = await server.fetch(address, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await server.fetch(address, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('failures of the server', () => {
  const broken = (code: string) => {
    const failure = Object.assign(new Error('away'), { code });
    const db = new Proxy(server.db, {
      get: () => () => {
        throw failure;
      },
    }) satisfies Db;
    return createApp({ db, clock: server.clock, log: () => {}, config: TEST_CONFIG });
  };
  it.each([
    ['57P01', 503, 'Сервер временно недоступен', '5'],
    ['22000', 500, 'Ошибка сервера', null],
  ])('with the state %s are a page with %i', async (code, status, title, retry) => {
    const answer = await broken(code).request(`${PATH}?${new URLSearchParams(asking())}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retry]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'sha256-");
    expect(await answer.text()).toContain(`<h1>${title}</h1>`);
    const json = await broken(code).request('/api/getUser', {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
    });
    expect([json.status, json.headers.get('content-type')]).toEqual([status, 'application/json']);
  });

  it('and a form that is too large are pages', async () => {
    const { status, text } = await agree({ state: 'x'.repeat(70_000) });
    expect(status).toBe(413);
    expect(text).toContain('<h1>Запрос слишком велик</h1>');
  });
});
