/** What the commands on users read and say alike. */
import * as v from 'valibot';
import { EMAIL_MAX, NAME_MAX } from '#contract/moderation.ts';
import { normaliseEmail } from '../../auth/users.ts';
import { Refusal } from '../../db/refusal.ts';
import type { RoleName } from '../../db/seed/base.ts';
import { inWords } from './act-of.ts';
import { type Given, onlyPositional, Refused, WrongUsage } from './command.ts';

/** More is no password that somebody remembers, and a form of sign-in could not carry it much longer. */
const PASSWORD_BYTES_MAX = 4096;

const ROLES: readonly RoleName[] = ['promoter', 'moderator', 'admin'];

export const ROLE_TITLES: Record<RoleName, string> = {
  promoter: 'промоутер',
  moderator: 'модератор',
  admin: 'администратор',
};

export const ROLE_DETAILS = '--role     promoter: промоутер, moderator: модератор, admin: администратор';

/** Where the password comes from, for each command that asks for one. */
export const PASSWORD_DETAILS =
  'Пароль не пишут в команде: он вводится с клавиатуры или подается первой строкой на stdin. Пробелы в нем значат.';

/** The address of somebody who is there already, written in any case. */
export function readEmail(given: Given): string {
  return normaliseEmail(onlyPositional(given, 'Не указан e-mail'));
}

/** An address that a new account can have. */
export function readNewEmail(given: Given): string {
  const email = readEmail(given);
  if (v.is(v.pipe(v.string(), v.email()), email) && [...email].length <= EMAIL_MAX) return email;
  throw new WrongUsage(`Это не e-mail: ${email}`);
}

export function readName(text: string | undefined): string {
  const name = text?.trim();
  if (!name) throw new WrongUsage('Не указано имя: --name "Иванова Анна"');
  if (/\p{Cc}/u.test(name)) throw new WrongUsage('В имени есть управляющие символы');
  if ([...name].length > NAME_MAX) throw new WrongUsage(`Имя длиннее ${NAME_MAX} знаков`);
  return name;
}

export function readRole(text: string): RoleName {
  const role = ROLES.find(known => known === text);
  if (role) return role;
  throw new WrongUsage(`--role ${text}: возможны ${ROLES.join(', ')}`);
}

/** The password as it was given, spaces and all. */
export function readPassword(secret: string): string {
  if (secret === '') throw new Refused('Пароль пустой: введите его или подайте первой строкой на stdin');
  if (Buffer.byteLength(secret) > PASSWORD_BYTES_MAX) {
    throw new Refused(`Пароль длиннее ${PASSWORD_BYTES_MAX} байт`);
  }
  return secret;
}

/** The same as `inWords`, where what is not found is the user. */
export function aboutUser<Value>(email: string, work: Promise<Value>): Promise<Value> {
  return inWords(
    work.catch(error => {
      if (error instanceof Refusal && error.status === 404) throw new Refused(`Нет пользователя ${email}`);
      throw error;
    }),
  );
}
