import { plural } from '#kit/plural.ts';

export const texts = {
  title: 'Токен',
  caption: 'Ваши личные токены',
  createdColumn: 'Создан',
  usedColumn: 'Использован',
  search: 'Название или право',
  empty: 'Личных токенов пока нет',
  create: 'Создать токен',

  question: (name: string) => `Отозвать токен «${name}»?`,
  why: 'Программы, которые входят по этому токену, перестанут работать сразу. Вернуть его нельзя.',
  confirmWord: 'отозвать',
  toastTitle: (name: string) => `Токен «${name}»`,
  done: 'отозван',
  alreadyDone: 'был отозван раньше',

  formTitle: 'Новый токен',
  name: 'Название',
  nameHint: 'Для какой он программы: по названию вы узнаете его в списке',
  lifetime: 'Срок действия',
  days: (count: number) => `${count} ${plural(count, 'день', 'дня', 'дней')}`,
  year: 'Год',
  untilDate: 'До даты',
  until: 'Действует до',
  untilMissing: 'Укажите дату',
  scopes: 'Права',
  scopesFailed: 'Права не загрузились, а без них токен не создать. Введенное сохранится.',
  submit: 'Создать',
  answerLost: (why: string) =>
    `${why}. Возможно, токен создан. Его значение уже не узнать. Если в списке появился новый токен, отзовите его и создайте другой.`,

  createdTitle: (name: string) => `Токен «${name}» создан`,
  goodUntil: (day: string) => `Действует до ${day}.`,
  shownOnce: 'Скопируйте его сейчас: больше он нигде не будет показан.',
  tokenOf: (name: string) => `Токен «${name}»`,
  copied: 'Я скопировал токен',
  leaveTitle: 'Уйти, не скопировав токен?',
  leaveWhy: 'Больше он нигде не будет показан. Останется только отозвать его и создать новый.',
} as const;
