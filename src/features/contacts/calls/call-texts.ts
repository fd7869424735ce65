import { dayAfter, formatDate, formatTime, type WallClock } from '#kit/date.ts';

/** The words about calls. Without ё, as all new ones. */
export const callTexts = {
  today: 'Сегодня',
  yesterday: 'вчера',
  tomorrow: 'Завтра',
  evening: 'вечером',
  overdue: (day: string) => `Просрочено: ${day}`,
  lastCall: (when: string) => `Звонок: ${when}`,
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

/** «Сегодня вечером», «Завтра», «Просрочено: 18 ноября 2026», otherwise the date. */
export function describeCallBack(callBackOn: string, now: WallClock): { text: string; isOverdue: boolean } {
  const { today, tomorrow } = callBackDays(now);
  const day = callBackOn.slice(0, 10);
  const evening = callBackOn.endsWith(EVENING) ? ` ${callTexts.evening}` : '';
  if (day < today) return { text: callTexts.overdue(formatDate(day)), isOverdue: true };
  if (day === today) return { text: `${callTexts.today}${evening}`, isOverdue: false };
  return { text: day === tomorrow ? callTexts.tomorrow : formatDate(day), isOverdue: false };
}

/** «сегодня, 14:05», «вчера, 14:05», «18 ноября 2026, 14:05». */
export function describeCallTime(at: WallClock, now: WallClock): string {
  const day = at.slice(0, 10);
  const time = formatTime(at);
  const today = now.slice(0, 10);
  if (day === today) return `${callTexts.today.toLowerCase()}, ${time}`;
  return dayAfter(day) === today ? `${callTexts.yesterday}, ${time}` : formatDate(at, true);
}
