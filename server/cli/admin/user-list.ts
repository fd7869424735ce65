import { listAccounts } from '../../commands/users/list-users.ts';
import { adminCommand, noPositional } from './command.ts';

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
    const accounts = await listAccounts(db);
    if (accounts.length === 0) return ['Пользователей нет. Первого заводит user:create'];
    return accounts.map(({ id, email, roles, status, name }) => {
      const way = status === 'active' ? 'открыт' : 'закрыт';
      return [id, email, roles.join(',') || 'без роли', way, name].join('\t');
    });
  },
});
