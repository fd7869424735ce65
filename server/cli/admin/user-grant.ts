import { revokeLoginsOf } from '../../auth/token-store.ts';
import { grantRole, revokeRole } from '../../commands/users/change-user.ts';
import type { RoleName } from '../../db/seed/base.ts';
import { transact } from '../../db/transaction.ts';
import { actOf } from './act-of.ts';
import { adminCommand, type CommandContext, type Given, WrongUsage } from './command.ts';
import { aboutUser, ROLE_DETAILS, ROLE_TITLES, readEmail, readRole } from './user-words.ts';

type Input = { email: string; role: RoleName; isRevoked: boolean };

/** One role more or less. */
export const userGrant = adminCommand<Input>({
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

function readGrant(given: Given): Input {
  const { role } = given.options;
  const email = readEmail(given);
  if (role === undefined) throw new WrongUsage('Не указана роль: --role promoter|moderator|admin');
  return { email, role: readRole(role), isRevoked: given.flags.has('revoke') };
}

async function grant(context: CommandContext, { isRevoked, ...what }: Input): Promise<string[]> {
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
