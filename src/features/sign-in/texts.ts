import { MINUTE_MS } from '#kit/clock.ts';
import { entries, heldTexts } from './held-texts.ts';

/** «через 5 мин»; a minute where the server does not say how long. */
function after(waitMs: number | null): string {
  return `через ${Math.ceil((waitMs || 1) / MINUTE_MS)} мин`;
}

export const texts = {
  title: 'Вход',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  empty: 'Введите e-mail и пароль',
  wrong: 'Неверный e-mail или пароль',
  noConnectionWhy: 'Нет связи. Войти можно, когда она появится.',
  throttled: (waitMs: number | null) => `Слишком много попыток. Попробуйте ${after(waitMs)}.`,
  maintenance: (waitMs: number | null) => `Сервер на обслуживании. Попробуйте ${after(waitMs)}.`,
  serverFailed: (status: number) => `Сервер ответил ошибкой ${status}. Повторите позже.`,
  notOurServer: (status: number) => `Сервер ответил ${status}: это не тот адрес или портал сети.`,
  continueOffline: 'Продолжить без связи',
  ...heldTexts,
  keptForOthers: (count: number, besideOwn: boolean) =>
    besideOwn
      ? `Других пользователей на этом устройстве ждет отправки: ${entries(count)}.`
      : `На этом устройстве ждет отправки: ${entries(count)}. Отправится, когда войдет тот, кто это сохранил.`,
} as const;
