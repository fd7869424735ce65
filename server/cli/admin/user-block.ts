import { revokeLoginsOf } from '../../auth/token-store.ts';
import { setStatus } from '../../commands/users/change-user.ts';
import { transact } from '../../db/transaction.ts';
import { actOf } from './act-of.ts';
import { adminCommand, type CommandContext } from './command.ts';
import { aboutUser, readEmail } from './user-words.ts';

type Input = { email: string; status: 'active' | 'blocked' };

/** Ends somebody's way in at once, or opens it again. */
export const userBlock = adminCommand<Input>({
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

async function block(context: CommandContext, { email, status }: Input): Promise<string[]> {
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
