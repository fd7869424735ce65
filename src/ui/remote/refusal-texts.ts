const NOT_ACCEPTED = 'Сервер не принял данные';
const CHANGED = 'Изменено кем-то другим';

const refused: Readonly<Record<number, string>> = {
  403: 'Нет прав',
  404: 'На сервере этого уже нет',
  409: CHANGED,
  412: CHANGED,
  413: 'Слишком много данных',
  419: 'Страница устарела, обновите ее',
};

/** Our words for what a server says in the language of its developers. */
export const texts = {
  refused,
  notAccepted: NOT_ACCEPTED,
  fieldNotAccepted: 'Сервер не принял это поле',
  serverFailed: 'Ошибка сервера',
  details: 'Подробнее',
} as const;
