import { entries, heldTexts } from './held-texts.ts';

export const texts = {
  title: 'Вход',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  empty: 'Введите e-mail и пароль',
  wrong: 'Неверный e-mail или пароль',
  wrongAgain: 'Неверный e-mail или пароль. Если они верные, вход закрыл администратор: спросите его.',
  refused: 'Сервер отказал во входе. Сообщите администратору.',
  noConnectionWhy: 'Нет связи. Войти можно, когда она появится.',
  notOurServer: (status: number) => `Сервер ответил ${status}: это не тот адрес или портал сети.`,
  continueOffline: 'Продолжить без связи',
  ...heldTexts,
  keptForOthers: (count: number, besideOwn: boolean) =>
    besideOwn
      ? `Других пользователей на этом устройстве ждет отправки: ${entries(count)}.`
      : `На этом устройстве ждет отправки: ${entries(count)}. Отправится, когда войдет тот, кто это сохранил.`,
} as const;
