import { hashPassword, readStoredHash } from '../../auth/passwords.ts';
import { createUser, type NewUser } from '../../commands/users/create-user.ts';
import { seedBase } from '../../db/seed/base.ts';
import { transact } from '../../db/transaction.ts';
import { actOf, inWords } from './act-of.ts';
import { adminCommand, type CommandContext, Refused } from './command.ts';
import {
  PASSWORD_DETAILS,
  ROLE_DETAILS,
  ROLE_TITLES,
  readName,
  readNewEmail,
  readPassword,
  readRole,
} from './user-words.ts';

type Input = Omit<NewUser, 'passwordHash'> & { isHash: boolean };

/** A new account; on an empty database the first administrator. */
export const userCreate = adminCommand<Input>({
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

async function create(context: CommandContext, { isHash, ...user }: Input): Promise<string[]> {
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
