import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { openTestDatabase } from '#tests/support/engine.ts';
import { atOffice } from '#tests/support/office.ts';
import { createTestServer, type TestServer, turnableClock } from '#tests/support/server.ts';
import { openUserOffice, type UserOffice } from '#tests/support/user-office.ts';
import { roles, userRole, users } from '../../db/schema.ts';
import { isUnused, seedDemo } from '../../db/seed/demo.ts';

let server: TestServer;
let office: UserOffice;
beforeEach(async () => {
  server = await createTestServer();
  office = openUserOffice(server);
  return () => server.close();
});

const NEW = ['user:create', 'Anna@Firm.Example', '--name', '  Анна «Ёж» O’Нил  '];

describe('user:create', () => {
  it('makes somebody who signs in with exactly that password, by an e-mail in any case', async () => {
    const made = await office.give(NEW, '  с пробелами по краям  ');
    expect(made).toEqual({
      exit: 0,
      lines: [expect.stringMatching(/^Пользователь №\d+ anna@firm\.example заведен: промоутер$/)],
    });
    expect((await office.signIn('ANNA@firm.example', '  с пробелами по краям  ')).status).toBe(200);
    expect((await office.signIn('anna@firm.example', 'с пробелами по краям')).status).toBe(400);
    const { id, name, email, password_hash } = await office.storedOf('anna@firm.example');
    expect([name, email]).toEqual(['Анна «Ёж» O’Нил', 'anna@firm.example']);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await office.lastAudit()).toMatchObject({
      ...{ action: 'create', entity: 'user', entity_id: id, actor_id: 0, ip: 'command line' },
      after: { role: 'promoter' },
    });
  });

  it('refuses an e-mail that is taken, in any case, and of two at once lets one through', async () => {
    const taken = await office.give(['user:create', 'ADMIN@test.example', '--name', 'Другой'], 'x');
    expect(taken).toEqual({ exit: 1, lines: ['Такой Email уже занят.'] });
    const both = await Promise.all([office.give(NEW, 'one'), office.give(NEW, 'two')]);
    expect(both.map(({ exit }) => exit).sort()).toEqual([0, 1]);
  });

  it('takes long passwords and refuses none and what no form could carry', async () => {
    const long = 'ключ '.repeat(400);
    expect((await office.give(NEW, long)).exit).toBe(0);
    expect((await office.signIn('anna@firm.example', long)).status).toBe(200);
    expect((await office.signIn('anna@firm.example', long.slice(0, -1))).status).toBe(400);
    const other = ['user:create', 'b@firm.example', '--name', 'Б'];
    expect(await office.give(other)).toMatchObject({
      exit: 1,
      lines: [expect.stringContaining('Пароль пустой')],
    });
    expect(await office.give(other, 'я'.repeat(2049))).toMatchObject({
      exit: 1,
      lines: ['Пароль длиннее 4096 байт'],
    });
  });

  test.each([
    [['user:create'], 'Не указан e-mail'],
    [['user:create', 'нет', '--name', 'А'], 'Это не e-mail: нет'],
    [['user:create', `${'a'.repeat(250)}@b.example`, '--name', 'А'], 'Это не e-mail'],
    [['user:create', 'a@b.example'], 'Не указано имя'],
    [['user:create', 'a@b.example', '--name', ' \u00a0 '], 'Не указано имя'],
    [['user:create', 'a@b.example', '--name', 'a\u0000b'], 'В имени есть управляющие символы'],
    [['user:create', 'a@b.example', '--name', 'Ы'.repeat(256)], 'Имя длиннее 255 знаков'],
    [['user:create', 'a@b.example', '--name', 'А', '--role', 'constructor'], '--role constructor: возможны'],
    [['user:create', 'a@b.example', '--name', 'А', '--hash', 'x'], 'Лишнее: x'],
    [['user:create', 'a@b.example', '--name', 'А', '--password', 'x'], 'Неизвестный параметр: --password'],
    [['user:grant', 'a@b.example'], 'Не указана роль'],
    [['user:passwd'], 'Не указан e-mail'],
    [['user:block', 'a@b.example', 'b@b.example'], 'Лишнее: b@b.example'],
    [['user:list', 'все'], 'Лишнее: все'],
  ])('%j is wrong usage: %s', async (args, line) => {
    const told = await office.give(args, 'secret');
    expect(told).toMatchObject({ exit: 2, lines: [expect.stringContaining(line), expect.anything()] });
  });

  it('counts letters and not their halves', async () => {
    const name = '😀'.repeat(255);
    expect((await office.give(['user:create', 'a@b.example', '--name', name], 'x')).exit).toBe(0);
    expect((await office.storedOf('a@b.example')).name).toBe(name);
  });
});

describe('in a database that nobody has used', () => {
  it('makes the first administrator with all that they need, and no demo data comes after that', async () => {
    const { db, engine, close } = await openTestDatabase();
    try {
      const office = { db, engine, clock: turnableClock() };
      const args = ['user:create', 'boss@firm.example', '--name', 'Шеф', '--role', 'admin'];
      expect((await atOffice(office, args, { secret: 'first' })).exit).toBe(0);
      expect(await isUnused(db)).toBe(false);
      await seedDemo(db, 'hash', 'demo', new Date());
      const held = await db
        .select({ email: users.email, role: roles.name })
        .from(users)
        .innerJoin(userRole, eq(userRole.user_id, users.id))
        .innerJoin(roles, eq(roles.id, userRole.role_id));
      expect(held).toEqual([{ email: 'boss@firm.example', role: 'admin' }]);
      expect(await db.$count(roles)).toBe(3);
    } finally {
      await close();
    }
  });
});

describe('user:list', () => {
  it('tells everybody with their roles and whether they can come in', async () => {
    const { lines } = await office.give(['user:list']);
    const { admin, blocked, stranger } = server.users;
    expect(lines).toContain(`${admin.id}\tadmin@test.example\tadmin\tоткрыт\tTest admin`);
    expect(lines).toContain(`${blocked.id}\tblocked@test.example\tpromoter\tзакрыт\tTest blocked`);
    expect(lines).toContain(`${stranger.id}\tstranger@test.example\tбез роли\tоткрыт\tTest stranger`);
  });
});
