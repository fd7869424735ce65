import { entries, heldTexts } from './held-texts.ts';

export const texts = {
  title: 'Вход',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  empty: 'Введите e-mail и пароль',
  wrong: 'Неверный e-mail или пароль',
  noConnectionWhy: 'Нет связи. Войти можно, когда она появится.',
  throttled: 'Слишком много попыток. Повторите через минуту.',
  serverFailed: 'Сервер не ответил как надо. Повторите позже.',
  continueOffline: 'Продолжить без связи',
  ...heldTexts,
  keptForOthers: (count: number, besideOwn: boolean) =>
    besideOwn
      ? `Других пользователей на этом устройстве ждет отправки: ${entries(count)}.`
      : `На этом устройстве ждет отправки: ${entries(count)}. Отправится, когда войдет тот, кто это сохранил.`,
  sessionEnded: 'Сессия закончилась. То, что вы заполняете, останется на экране.',
  later: 'Позже',
  signOutTitle: 'Есть неотправленное',
  sending: 'Пробуем отправить перед выходом…',
  unsent: (count: number) =>
    `Еще не отправлено: ${entries(count)}. Останется на устройстве и отправится, когда вы снова войдете.`,
  stay: 'Остаться',
  keep: 'Выйти и сохранить на устройстве',
  exportUnsent: 'Выгрузить',
  exportFailed: 'Не удалось сохранить файл. Записи останутся на устройстве.',
  removeTitle: (count: number) => `Удалить ${entries(count)} без отправки?`,
  removeWhy: 'Вернуть их будет нельзя.',
  removeWord: 'удалить',
  removeAndLeave: 'Удалить и выйти',
} as const;
