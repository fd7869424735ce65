/** The commands on users. */
import { hashPassword, readStoredHash } from '../../auth/passwords.ts';
import { revokeLoginsOf } from '../../auth/token-store.ts';
import {
  changePassword,
  createUser,
  grantRole,
  type NewUser,
  revokeRole,
  setStatus,
} from '../../commands/change-user.ts';
import { readAccounts } from '../../commands/user-rows.ts';
import { type RoleName, seedBase } from '../../db/seed/base.ts';
import { transact } from '../../db/transaction.ts';
import { actOf, inWords } from './act-of.ts';
import {
  adminCommand,
  type CommandContext,
  type Given,
  noPositional,
  Refused,
  WrongUsage,
} from './command.ts';
import {
  aboutUser,
  PASSWORD_DETAILS,
  ROLE_DETAILS,
  ROLE_TITLES,
  readEmail,
  readName,
  readNewEmail,
  readPassword,
  readRole,
} from './user-words.ts';

type CreateInput = Omit<NewUser, 'passwordHash'> & { isHash: boolean };

/** A new account; on an empty database the first administrator. */
export const userCreate = adminCommand<CreateInput>({
  name: 'user:create',
  summary: 'Завести пользователя',
  usage: '<e-mail> --name "Имя" [--role promoter|moderator|admin] [--hash]',
  details: [
    '--name     имя, как его видят в приложении',
    `${ROLE_DETAILS}; без параметра promoter`,
    '--hash     вместо пароля подается готовый хеш: argon2id или bcrypt ($2y$ из Laravel); он обновится при входе',
    PASSWORD_DETAILS,
    'Так заводят и первого администратора: база PostgreSQL может быть пустой, демо-данных после этого не будет.',
    'Пример: user:create ivan@example.com --name "Иван Петров" --role admin',
  ],
  optionNames: ['name', 'role'],
  flagNames: ['hash'],
  read: given => ({
    email: readNewEmail(given),
    name: readName(given.options.name),
    role: readRole(given.options.role ?? 'promoter'),
    isHash: given.flags.has('hash'),
  }),
  needs: ({ email, isHash }) => ({
    asks: { words: `${isHash ? 'Хеш пароля' : 'Пароль'} для ${email}`, isNew: !isHash },
  }),
  run: create,
});

async function create(context: CommandContext, { isHash, ...user }: CreateInput): Promise<string[]> {
  // Before the transaction: the hash takes longer than all of it.
  const passwordHash = isHash ? readHash(context.secret) : await hashPassword(readPassword(context.secret));
  const act = actOf(context);
  const made = await inWords(
    transact(context.db, async tx => {
      await seedBase(tx, act.now);
      return createUser(tx, act, { ...user, passwordHash });
    }),
  );
  return [`Пользователь №${made.id} ${made.email} заведен: ${ROLE_TITLES[user.role]}`];
}

function readHash(secret: string): string {
  const hash = secret.trim();
  if (readStoredHash(hash)) return hash;
  throw new Refused(
    'Это не хеш, который можно проверить: нужен argon2id или bcrypt ($2y$) разумной стоимости',
  );
}

/** Another password, after which nobody is signed in with the old one. */
export const userPasswd = adminCommand<string>({
  name: 'user:passwd',
  summary: 'Задать пользователю новый пароль',
  usage: '<e-mail>',
  details: [
    PASSWORD_DETAILS,
    'Все входы пользователя завершаются, и доступ приложений и личных токенов тоже.',
    'Пример: user:passwd ivan@example.com',
  ],
  read: readEmail,
  needs: email => ({ asks: { words: `Новый пароль для ${email}`, isNew: true } }),
  run: async (context, email) => {
    const passwordHash = await hashPassword(readPassword(context.secret));
    const act = actOf(context);
    const change = transact(context.db, async tx => {
      const { user } = await changePassword(tx, act, { email, passwordHash });
      await revokeLoginsOf(tx, user.id, act.now);
    });
    await aboutUser(email, change);
    return [`${email}: пароль изменен, все входы завершены`];
  },
});

type GrantInput = { email: string; role: RoleName; isRevoked: boolean };

/** One role more or less. */
export const userGrant = adminCommand<GrantInput>({
  name: 'user:grant',
  summary: 'Дать пользователю роль или снять ее',
  usage: '<e-mail> --role promoter|moderator|admin [--revoke]',
  details: [
    ROLE_DETAILS,
    '--revoke   снять роль; все входы пользователя завершаются',
    'У последнего действующего администратора роль не снимается.',
    'Пример: user:grant ivan@example.com --role moderator',
  ],
  optionNames: ['role'],
  flagNames: ['revoke'],
  read: readGrant,
  run: grant,
});

function readGrant(given: Given): GrantInput {
  const { role } = given.options;
  const email = readEmail(given);
  if (role === undefined) throw new WrongUsage('Не указана роль: --role promoter|moderator|admin');
  return { email, role: readRole(role), isRevoked: given.flags.has('revoke') };
}

async function grant(context: CommandContext, { isRevoked, ...what }: GrantInput): Promise<string[]> {
  const act = actOf(context);
  const work = transact(context.db, async tx => {
    if (!isRevoked) return grantRole(tx, act, what);
    const done = await revokeRole(tx, act, what);
    if (done.changed) await revokeLoginsOf(tx, done.user.id, act.now);
    return done;
  });
  const { changed } = await aboutUser(what.email, work);
  const title = ROLE_TITLES[what.role];
  if (!changed) return [`${what.email}: ${isRevoked ? 'нет роли' : 'есть роль'} «${title}» (так и было)`];
  return [
    isRevoked
      ? `${what.email}: роль «${title}» снята, все входы завершены`
      : `${what.email}: дана роль «${title}»`,
  ];
}

type BlockInput = { email: string; status: 'active' | 'blocked' };

/** Ends somebody's way in at once, or opens it again. */
export const userBlock = adminCommand<BlockInput>({
  name: 'user:block',
  summary: 'Закрыть пользователю вход или открыть его снова',
  usage: '<e-mail> [--undo]',
  details: [
    'Следующий запрос пользователя уже не проходит: завершены все его входы, доступ приложений и личных токенов.',
    'Его контакты, заявки и заработанное остаются, модератор может их оплатить.',
    '--undo     открыть вход снова; входить надо заново',
    'Последний действующий администратор не закрывается.',
    'Пример: user:block ivan@example.com',
  ],
  flagNames: ['undo'],
  read: given => ({ email: readEmail(given), status: given.flags.has('undo') ? 'active' : 'blocked' }),
  run: block,
});

async function block(context: CommandContext, { email, status }: BlockInput): Promise<string[]> {
  const act = actOf(context);
  const work = transact(context.db, async tx => {
    const done = await setStatus(tx, act, { email, status });
    if (done.changed && status === 'blocked') await revokeLoginsOf(tx, done.user.id, act.now);
    return done;
  });
  const { changed } = await aboutUser(email, work);
  const state = status === 'blocked' ? 'вход закрыт' : 'вход открыт';
  return [`${email}: ${state}${changed ? '' : ' (так и было)'}`];
}

/** Who has an account, for whoever gives these commands. */
export const userList = adminCommand<undefined>({
  name: 'user:list',
  summary: 'Перечислить пользователей: номер, e-mail, роли, вход, имя',
  usage: '',
  details: ['По строке на пользователя, между столбцами табуляция. Пример: user:list'],
  read: given => {
    noPositional(given);
    return undefined;
  },
  run: async ({ db }) => {
    const accounts = await readAccounts(db);
    if (accounts.length === 0) return ['Пользователей нет. Первого заводит user:create'];
    return accounts.map(({ id, email, roles, status, name }) => {
      const way = status === 'active' ? 'открыт' : 'закрыт';
      return [id, email, roles.map(role => role.name).join(',') || 'без роли', way, name].join('\t');
    });
  },
});
