import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { get, post } from '#tests/support/calls.ts';
import { blockUser, createUserWithRole, grantRole } from '#tests/support/people.ts';
import { serverForAll } from '#tests/support/server.ts';
import { readUserNames, readUsers } from '../commands/user-rows.ts';
import { users } from '../db/schema.ts';

const server = serverForAll();

const list = async (path: string, who: 'admin' | 'moderator' = 'admin') =>
  (await get(server, path, await server.signIn(server.users[who]))).body.list;

it('tells the user who they are and what they may do', async () => {
  const whoAmI = async (who: 'moderator' | 'stranger') =>
    (await post(server, '/api/getUser', {}, await server.signIn(server.users[who]))).body;
  const moderator = await whoAmI('moderator');
  expect(moderator).toEqual({
    ...server.users.moderator,
    role: { id: expect.any(Number), name: 'moderator', display_name: 'Модератор' },
    roles: [moderator.role],
    can: { work_promoter: true, edit_promoters: true },
  });
  const stranger = await whoAmI('stranger');
  expect([stranger.roles, stranger.can]).toEqual([[], {}]);
});

it('lists everybody who can sign in with all of their roles, by id', async () => {
  await grantRole(server, server.users.moderator, 'promoter');
  const rows = await list('/api/users/list');
  const { promoter, colleague, moderator, admin, stranger } = server.users;
  const titles = (titles: string[]) =>
    titles.map(display_name => expect.objectContaining({ display_name, id: expect.any(Number) }));
  expect(rows).toEqual([
    { ...promoter, roles: titles(['Промоутер']) },
    { ...colleague, roles: titles(['Промоутер']) },
    { ...moderator, roles: titles(['Промоутер', 'Модератор']) },
    { ...admin, roles: titles(['Администратор']) },
    { ...stranger, roles: [] },
  ]);
});

it('lists nobody who is blocked, from the moment on', async () => {
  const leaving = await createUserWithRole(server, 'moderator');
  const ids = async (path: string) => (await list(path)).map(({ id }: { id: number }) => id);
  expect(await ids('/api/users/list')).toContain(leaving.id);
  await blockUser(server, leaving);
  for (const path of ['/api/users/list', '/api/user/list']) {
    expect(await ids(path)).not.toContain(leaving.id);
    expect(await ids(path)).not.toContain(server.users.blocked.id);
  }
});

it('tells whoever works in the warehouse the ids and names alone, in the order of the Russian alphabet', async () => {
  const called = ['Яна', 'Ёлкин', 'Жуков', 'Егорова', 'Ёлкин'];
  for (const name of called) {
    const { id } = await createUserWithRole(server);
    await server.db.update(users).set({ name }).where(eq(users.id, id));
  }
  const rows: { id: number; name: string }[] = await list('/api/user/list', 'moderator');
  for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'name']);
  const russian = rows.filter(({ name }) => called.includes(name));
  expect(russian.map(({ name }) => name)).toEqual(['Егорова', 'Ёлкин', 'Ёлкин', 'Жуков', 'Яна']);
  expect(russian[1]?.id).toBeLessThan(Number(russian[2]?.id));
});

it('asks the database twice at most, however many people there are', async () => {
  let queries = 0;
  const counting = new Proxy(server.db, {
    get: (db, name) => {
      if (name === 'select') queries += 1;
      return Reflect.get(db, name);
    },
  });
  expect((await readUsers(counting)).length).toBeGreaterThan(4);
  expect(queries).toBe(2);
  await readUserNames(counting);
  expect(queries).toBe(3);
});
