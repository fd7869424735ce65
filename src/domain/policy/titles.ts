/** Russian titles of the names that a server may leave without one. */
import { ownValue } from '#kit/own-value.ts';

const SOURCES: Readonly<Record<string, string>> = {
  user: 'Пользователь',
  request: 'Заявка',
  contact: 'Контакт',
  report: 'Отчет',
  environment: 'Окружение',
};

const ATTRIBUTES: Readonly<Record<string, string>> = {
  id: 'ID',
  name: 'Имя',
  email: 'Email',
  role: 'Роль',
  can: 'Права',
  firm: 'Фирма',
  first_name: 'Имя',
  last_name: 'Фамилия',
  comment: 'Комментарий',
  owner: 'Владелец',
  type: 'Тип',
  state: 'Состояние',
  code_number: 'Номер',
  number: 'Номер',
  tofirm: 'Сумма фирме',
  percent: 'Процент',
  paid: 'Оплачена',
  created_at: 'Создание',
  closed_at: 'Закрытие',
  promoter: 'Промоутер',
  contact: 'Контакт',
  report: 'Отчет',
  user: 'Пользователь',
  time: 'Время',
  ip: 'IP-адрес',
  action: 'Действие',
};

const METHODS: Readonly<Record<string, string>> = {
  equal: 'равно',
  notEqual: 'не равно',
  contains: 'содержит',
  startsWith: 'начинается с',
  regexp: 'подходит под выражение',
  greater: 'больше',
  greaterOrEqual: 'больше или равно',
  less: 'меньше',
  lessOrEqual: 'меньше или равно',
  before: 'раньше',
  after: 'позже',
  between: 'между',
  in: 'входит в',
  notIn: 'не входит в',
  isTrue: 'да',
  isFalse: 'нет',
  isNull: 'пусто',
  isNotNull: 'не пусто',
  same: 'тот же',
  exists: 'есть',
  notExists: 'нет',
};

/** The title of a data-source type; its name where nobody knows one. */
export function sourceTitle(type: string): string {
  return ownValue(SOURCES, type) ?? type;
}

export function attributeTitle(name: string): string {
  return ownValue(ATTRIBUTES, name) ?? name;
}

export function methodTitle(method: string): string {
  return ownValue(METHODS, method) ?? method;
}
