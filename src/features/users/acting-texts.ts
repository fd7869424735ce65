import { plural } from '#kit/plural.ts';

/** The words of whoever works as somebody else. */
export const actingTexts = {
  label: 'Работа под другим пользователем',
  actingAs: (name: string) => `Вы работаете как ${name}`,
  over: (name: string) => `Время работы как ${name} истекло`,
  minutesLeft: (minutes: number) =>
    minutes === 0 ? 'меньше минуты' : `еще ${minutes} ${plural(minutes, 'минута', 'минуты', 'минут')}`,
  comeBack: 'Вернуться',
  begunTitle: 'Авторизация',
  begun: (name: string) => `под пользователем ${name}`,
  unsentTitle: (count: number) => `Осталось неотправленных: ${count}`,
  unsentWhy: (name: string) =>
    `Сохраненное под пользователем ${name} останется на этом устройстве и отправится, когда вы снова войдете под этим пользователем.`,
  leaveUnsent: 'Вернуться без отправки',
  stayAndSend: 'Остаться и отправить',
  stay: 'Остаться',
} as const;
