import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  addPromoter,
  EMAIL_TAKEN,
  EMAILS_MAX,
  findTakenEmails,
  listPromoters,
  PASSWORDS_DIFFER,
} from '#contract/moderation.ts';
import { newId } from '#kit/ids.ts';
import * as calls from '#tests/support/calls.ts';
import { CLIENT, serverForAll, sessionForAll } from '#tests/support/server.ts';
import { auditLog, idempotencyKeys, users } from '../db/schema.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');

const SECRET = '  пять разных слов  ';
const account = (email: string, changes: Record<string, unknown> = {}) => ({
  name: 'Анна Ёлкина',
  email,
  password: SECRET,
  password_confirmation: SECRET,
  ...changes,
});
const add = (body: unknown, headers = {}) =>
  calls.post(server, addPromoter.path, body, { ...mine, ...headers });
const signIn = async (username: string, password: string) => {
  const form = { grant_type: 'password', ...CLIENT, username, password, scope: '' };
  const { status, body } = await calls.postForm(server, '/oauth/token', form);
  return { status, headers: { authorization: `Bearer ${body.access_token}` } };
};
const TAKEN = {
  status: 422,
  body: { message: 'The given data was invalid.', errors: { email: [EMAIL_TAKEN] } },
};

describe('adding a promoter', () => {
  it('makes somebody who can sign in by exactly that password and work as a promoter', async () => {
    const { status, body } = await add(account(' Anna@Test.Example '));
    expect([status, body]).toEqual([
      200,
      { id: expect.any(Number), name: 'Анна Ёлкина', email: 'anna@test.example' },
    ]);
    const session = await signIn('anna@test.example', SECRET);
    const { body: user } = await calls.post(server, '/api/getUser', {}, session.headers);
    expect(user).toMatchObject({ id: body.id, role: { name: 'promoter' }, can: { work_promoter: true } });
    expect(Object.keys(user.can)).toEqual(['work_promoter']);
    expect((await signIn('anna@test.example', SECRET.trim())).status).toBe(400);
    const { body: promoters } = await calls.get(server, listPromoters.path, mine);
    expect(promoters.list).toContainEqual({ id: body.id, name: 'Анна Ёлкина' });
  });

  it('stores letters of two signs as one and an e-mail without what is not seen, and any password as it is', async () => {
    const password = 'Йод'.normalize('NFD');
    const name = 'Андрей Ёлкин';
    const email = '\u202aandrey@test.example\u200b';
    const secrets = { password, password_confirmation: password };
    const { body } = await add(account(email, { name: name.normalize('NFD'), ...secrets }));
    expect(body).toEqual({ id: expect.any(Number), name, email: 'andrey@test.example' });
    expect((await signIn('andrey@test.example', password)).status).toBe(200);
    expect((await signIn('andrey@test.example', password.normalize('NFC'))).status).toBe(400);
  });

  it('says in the contract’s words that the address is taken, however it is written', async () => {
    await add(account('taken@test.example'));
    for (const email of ['taken@test.example', 'TAKEN@test.example', ' Taken@Test.example ']) {
      expect(await add(account(email))).toMatchObject(TAKEN);
    }
  });

  it('gives one address to one of eight who want it at once', async () => {
    const emails = ['race@test.example', 'RACE@test.example'];
    const adding = Array.from({ length: 8 }, (_, at) => add(account(emails[at % 2] ?? '')));
    const refused = (await Promise.all(adding)).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const answer of refused) expect(answer).toMatchObject(TAKEN);
    expect(await server.db.$count(users, eq(users.email, 'race@test.example'))).toBe(1);
  });

  it('keeps nothing under the key that a password could be guessed by', async () => {
    const fingerprintOf = async (email: string, password: string) => {
      const key = newId();
      const changes = { password, password_confirmation: password };
      await add(account(email, changes), { 'idempotency-key': key });
      const [row] = await server.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
      await server.db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, key));
      return row?.fingerprint;
    };
    const first = await fingerprintOf('print@test.example', 'first');
    await server.db
      .update(users)
      .set({ email: 'x@test.example' })
      .where(eq(users.email, 'print@test.example'));
    expect(await fingerprintOf('print@test.example', 'second')).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
  });

  it('writes the password nowhere: not in the log, not in the audit', async () => {
    const { body } = await add(account('secret@test.example'));
    const [line] = await server.db.select().from(auditLog).where(eq(auditLog.entity_id, body.id));
    expect(line).toMatchObject({ action: 'create', entity: 'user', after: { role: 'promoter' } });
    const written = JSON.stringify([server.logged, await server.db.select().from(auditLog)]);
    for (const word of ['слов', 'secret@', 'Ёлкина']) expect(written).not.toContain(word);
  });
});

const EMPTY = ['Заполните поле'];
const DIFFERS = { password_confirmation: [PASSWORDS_DIFFER] };
const NO_PASSWORD = { password: '', password_confirmation: '' };

describe('a promoter is refused', () => {
  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ['a differing confirmation', { password_confirmation: 'x' }, DIFFERS],
    ['a confirmation that differs by a space', { password_confirmation: SECRET.trim() }, DIFFERS],
    ['no name', { name: '  ' }, { name: EMPTY }],
    ['no password', NO_PASSWORD, { password: EMPTY, password_confirmation: EMPTY }],
    ['an address that is none', { email: 'nobody' }, { email: ['Введите правильный e-mail'] }],
  ])('for %s, at its field', async (_, changes, errors) => {
    const { status, body } = await add(account('refused@test.example', changes));
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await server.db.$count(users, eq(users.email, 'refused@test.example'))).toBe(0);
  });

  it('for a name or an address of 256 characters, and not for one of 255 and a password of 200', async () => {
    const errors = async (changes: Record<string, unknown>) =>
      Object.keys((await add(account('long@test.example', changes))).body.errors ?? {});
    expect(await errors({ name: 'ё'.repeat(256) })).toEqual(['name']);
    expect(await errors({ email: `${'a'.repeat(250)}@b.example` })).toEqual(['email']);
    const long = 'п'.repeat(200);
    expect(await errors({ name: '😀'.repeat(255), password: long, password_confirmation: long })).toEqual([]);
    expect((await signIn('long@test.example', long)).status).toBe(200);
  });
});

describe('which addresses are taken', () => {
  const ask = (emails: string[], headers = mine) =>
    calls.post(server, findTakenEmails.path, { emails }, headers);

  it('is told of all of a list at once, however they are written, and of no others', async () => {
    await add(account('one@test.example'));
    await add(account('two@test.example'));
    const { status, body } = await ask([' ONE@test.example', 'three@test.example', 'two@test.example\u200b']);
    expect(status).toBe(200);
    expect(body.list.map(({ email }: { email: string }) => email).sort()).toEqual([
      'one@test.example',
      'two@test.example',
    ]);
    expect((await ask([])).body).toEqual({ list: [] });
  });

  it('is told to nobody who may not add one, and of no more than a list can have', async () => {
    const promoter = await server.signIn(server.users.promoter);
    expect((await ask(['moderator@test.example'], promoter)).status).toBe(403);
    expect((await ask([], {})).status).toBe(401);
    const many = Array.from({ length: EMAILS_MAX + 1 }, (_, at) => `p${at}@test.example`);
    expect((await ask(many)).status).toBe(422);
    expect((await ask(many.slice(1))).status).toBe(200);
  });
});
