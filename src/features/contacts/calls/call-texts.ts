import { continueSentence } from '#kit/continue-sentence.ts';
import { dayAfter, formatShortDate, type WallClock } from '#kit/date.ts';

/** The words about calls. Without ё, as all new ones. */
export const callTexts = {
  tomorrow: 'Завтра',
  overdue: (day: string) => `Просрочено: ${day}`,
  lastCall: (when: string) => `Звонок ${when}`,
  outcome: {
    '': '',
    reached: 'дозвонился',
    'no-answer': 'не ответил',
    'call-back': 'перезвонить',
  },
  note: 'Заметка о звонке',
  noteOf: (note: string) => `Заметка: ${note}`,
  howWasIt: 'Отметить итог звонка',
  askTitle: (name: string) => `Звонок: ${name}`,
  whatCame: 'Чем закончился звонок',
  reached: 'Дозвонился',
  noAnswer: 'Не ответил',
  callBack: 'Перезвонить',
  callBackTomorrow: 'Перезвонить завтра',
  home: 'На дом',
  workshop: 'В мастерскую',
  thisEvening: 'Сегодня вечером',
  otherDay: 'Другой день',
  day: 'День звонка',
  chooseDay: 'Выберите день',
  dayIsOver: 'Этот день уже прошел',
  callBackThen: 'Перезвонить в этот день',
  callBackOn: (day: string) => `Перезвонить: ${day}`,
  otherDays: (count: number) => `В другие дни: ${count}`,
  planned: (name: string, day: string) => `${name}: ${day}`,
  done: 'Готово',
  doneWith: (name: string) => `Готово: ${name}`,
  calls: 'Звонки',
  settled: 'больше не нужно',
  full: 'На устройстве нет места. Освободите место и нажмите еще раз.',
  outdated: 'Приложение обновилось в другой вкладке — перезагрузите страницу',
} as const;

const EVENING = ' 18:00:00';

/** The days that are offered for calling again, as Call.callBackOn holds them. `now` is wall clock. */
export function callBackDays(now: WallClock): { today: string; evening: string; tomorrow: string } {
  const today = now.slice(0, 10);
  return { today, evening: `${today}${EVENING}`, tomorrow: dayAfter(today) };
}

/** «Сегодня вечером», «Завтра», «Просрочено: вчера», otherwise the date. */
export function describeCallBack(callBackOn: string, now: WallClock): { text: string; isOverdue: boolean } {
  const { today, evening, tomorrow } = callBackDays(now);
  const day = callBackOn.slice(0, 10);
  const date = formatShortDate(day, now);
  if (day < today) return { text: callTexts.overdue(continueSentence(date)), isOverdue: true };
  if (callBackOn === evening) return { text: callTexts.thisEvening, isOverdue: false };
  return { text: day === tomorrow ? callTexts.tomorrow : date, isOverdue: false };
}
