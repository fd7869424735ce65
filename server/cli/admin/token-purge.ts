import { purge } from '../firm.ts';
import { adminCommand, noPositional } from './command.ts';

/** What the server does by itself each day. */
export const tokenPurge = adminCommand({
  name: 'token:purge',
  summary: 'Удалить токены, коды и ключи, которые больше ничего не решают',
  usage: '',
  details: [
    'Сервер делает это сам раз в сутки. Никто не выходит из приложения: удаляется то, что истекло или отозвано',
    'больше суток назад, счетчики входов старше суток и ответы под Idempotency-Key старше 30 дней.',
    'Пример: token:purge',
  ],
  read: noPositional,
  run: async ({ db, now }) => {
    const gone = await purge(db, now());
    return [
      `Токенов доступа: ${gone.accessTokens}`,
      `Токенов обновления: ${gone.refreshTokens}`,
      `Кодов приложений: ${gone.codes}`,
      `Счетчиков входа: ${gone.loginAttempts}`,
      `Ключей идемпотентности: ${gone.idempotencyKeys}`,
    ];
  },
});
