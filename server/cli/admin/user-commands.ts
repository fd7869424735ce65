/** The commands on users. */
import * as v from 'valibot';
import { EMAIL_MAX, NAME_MAX } from '#contract/moderation.ts';
import { REASON_MAX } from '#contract/users.ts';
import { normaliseEmail } from '#kit/email.ts';
import { hashPassword, readStoredHash } from '../../auth/passwords.ts';
import { revokeLoginsOf } from '../../auth/token-store.ts';
import type { Act } from '../../commands/act.ts';
import { changePassword, createUser, grantRole, revokeRole, setStatus } from '../../commands/change-user.ts';
import { readAccounts } from '../../commands/user-rows.ts';
import type { Tx } from '../../db/database.ts';
import { type RoleName, seedBase } from '../../db/seed/base.ts';
import { carryOut } from './act-of.ts';
import {
  adminCommand,
  type CommandContext,
  type Given,
  noPositional,
  onlyPositional,
  Refused,
  readChoice,
  WrongUsage,
} from './command.ts';

/** More is no password that somebody remembers, and a form of sign-in could not carry it much longer. */
const PASSWORD_BYTES_MAX = 4096;

const ROLES: readonly RoleName[] = ['promoter', 'moderator', 'admin'];

const ROLE_TITLES: Record<RoleName, string> = {
  promoter: 'промоутер',
  moderator: 'модератор',
  admin: 'администратор',
};

const ROLE_DETAILS = '--role     promoter: промоутер, moderator: модератор, admin: администратор';

/** Where the password comes from, for each command that asks for one. */
const PASSWORD_DETAILS =
  'Пароль не пишут в команде: он вводится с клавиатуры или подается первой строкой на stdin. Пробелы в нем значат.';

/** The address of somebody who is there already, written in any case. */
function readEmail(given: Given): string {
  return normaliseEmail(onlyPositional(given, 'Не указан e-mail'));
}

/** An address that a new account can have. */
function readNewEmail(given: Given): string {
  const email = readEmail(given);
  if (v.is(v.pipe(v.string(), v.email()), email) && [...email].length <= EMAIL_MAX) return email;
  throw new WrongUsage(`Это не e-mail: ${email}`);
}

function readName(text: string | undefined): string {
  const name = text?.trim().normalize('NFC');
  if (!name) throw new WrongUsage('Не указано имя: --name "Иванова Анна"');
  if (/\p{Cc}/u.test(name)) throw new WrongUsage('В имени есть управляющие символы');
  if ([...name].length > NAME_MAX) throw new WrongUsage(`Имя длиннее ${NAME_MAX} знаков`);
  return name;
}

const readRole = (text: string): RoleName => readChoice('role', text, ROLES);

/** The password as it was given, spaces and all. */
function readPassword(secret: string): string {
  if (secret === '') throw new Refused('Пароль пустой: введите его или подайте первой строкой на stdin');
  if (Buffer.byteLength(secret) > PASSWORD_BYTES_MAX) {
    throw new Refused(`Пароль длиннее ${PASSWORD_BYTES_MAX} байт`);
  }
  return secret;
}

/** Changes an account. Where that `endsLogins`, nobody is signed in there afterwards. */
async function changeAccount(
  context: CommandContext,
  email: string,
  endsLogins: boolean,
  change: (tx: Tx, act: Act) => ReturnType<typeof changePassword>,
): Promise<boolean> {
  const work = async (tx: Tx, act: Act) => {
    const { changed, user } = await change(tx, act);
    if (endsLogins && changed) await revokeLoginsOf(tx, user.id, act.now);
    return changed;
  };
  return carryOut(context, work, `Нет пользователя ${email}`);
}

/** A new account; on an empty database the first administrator. */
export const userCreate = adminCommand({
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
  async run(context, { isHash, ...user }) {
    // Before the transaction: the hash takes longer than all of it.
    const passwordHash = isHash ? readHash(context.secret) : await hashPassword(readPassword(context.secret));
    const made = await carryOut(context, async (tx, act) => {
      await seedBase(tx, act.now);
      return createUser(tx, act, { ...user, passwordHash });
    });
    return [`Пользователь №${made.id} ${made.email} заведен: ${ROLE_TITLES[user.role]}`];
  },
});

function readHash(secret: string): string {
  const hash = secret.trim();
  if (readStoredHash(hash)) return hash;
  throw new Refused(
    'Это не хеш, который можно проверить: нужен argon2id или bcrypt ($2y$) разумной стоимости',
  );
}

/** Another password, after which nobody is signed in with the old one. */
export const userPasswd = adminCommand({
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
  async run(context, email) {
    const passwordHash = await hashPassword(readPassword(context.secret));
    await changeAccount(context, email, true, (tx, act) => changePassword(tx, act, { email, passwordHash }));
    return [`${email}: пароль изменен, все входы завершены`];
  },
});

/** One role more or less. */
export const userGrant = adminCommand({
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
  read(given) {
    const { role } = given.options;
    const email = readEmail(given);
    if (role === undefined) throw new WrongUsage('Не указана роль: --role promoter|moderator|admin');
    return { email, role: readRole(role), isRevoked: given.flags.has('revoke') };
  },
  async run(context, { isRevoked, ...what }) {
    const { email, role } = what;
    const change = isRevoked ? revokeRole : grantRole;
    const changed = await changeAccount(context, email, isRevoked, (tx, act) => change(tx, act, what));
    const title = `«${ROLE_TITLES[role]}»`;
    if (!changed) return [`${email}: ${isRevoked ? 'нет роли' : 'есть роль'} ${title} (так и было)`];
    return [`${email}: ${isRevoked ? `роль ${title} снята, все входы завершены` : `дана роль ${title}`}`];
  },
});

/** Ends somebody's way in at once, or opens it again. */
export const userBlock = adminCommand({
  name: 'user:block',
  summary: 'Закрыть пользователю вход или открыть его снова',
  usage: '<e-mail> [--reason "почему"] [--undo]',
  details: [
    'Следующий запрос пользователя уже не проходит: завершены все его входы, доступ приложений и личных токенов.',
    'Его контакты, заявки и заработанное остаются, модератор может их оплатить.',
    '--reason   почему: это увидят администраторы в приложении',
    '--undo     открыть вход снова; входить надо заново',
    'Последний действующий администратор не закрывается.',
    'Пример: user:block ivan@example.com',
  ],
  optionNames: ['reason'],
  flagNames: ['undo'],
  read: given => ({
    email: readEmail(given),
    isBlocked: !given.flags.has('undo'),
    reason: [...(given.options.reason?.trim() ?? '')].slice(0, REASON_MAX).join('') || null,
  }),
  async run(context, { email, isBlocked, reason }) {
    const changed = await changeAccount(context, email, isBlocked, (tx, act) =>
      setStatus(tx, act, isBlocked ? { email, status: 'blocked', reason } : { email, status: 'active' }),
    );
    return [`${email}: ${isBlocked ? 'вход закрыт' : 'вход открыт'}${changed ? '' : ' (так и было)'}`];
  },
});

/** Who has an account, for whoever gives these commands. */
export const userList = adminCommand({
  name: 'user:list',
  summary: 'Перечислить пользователей: номер, e-mail, роли, вход, имя',
  usage: '',
  details: ['По строке на пользователя, между столбцами табуляция. Пример: user:list'],
  read: noPositional,
  run: async ({ db }) => {
    const accounts = await readAccounts(db);
    if (accounts.length === 0) return ['Пользователей нет. Первого заводит user:create'];
    return accounts.map(({ id, email, roles, status, name }) => {
      const way = status === 'active' ? 'открыт' : 'закрыт';
      return [id, email, roles.map(role => role.name).join(',') || 'без роли', way, name].join('\t');
    });
  },
});
