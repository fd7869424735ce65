import { hashPassword } from '../../auth/passwords.ts';
import { revokeLoginsOf } from '../../auth/token-store.ts';
import { changePassword } from '../../commands/users/change-user.ts';
import { transact } from '../../db/transaction.ts';
import { actOf } from './act-of.ts';
import { adminCommand } from './command.ts';
import { aboutUser, PASSWORD_DETAILS, readEmail, readPassword } from './user-words.ts';

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
