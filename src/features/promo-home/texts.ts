import type { OfflineData } from './offline/readiness.ts';

const NAMES: Record<OfflineData['name'], { name: string; genitive: string }> = {
  contacts: { name: 'Контакты', genitive: 'контактов' },
  districts: { name: 'Районы', genitive: 'районов' },
  works: { name: 'Виды работ', genitive: 'видов работ' },
};

const FORMS: Readonly<Record<string, string>> = {
  'contact.add': 'Новый контакт',
  'contact.edit': 'Изменение контакта',
  'order.basa': 'Заявка на дом',
  'order.point': 'Заявка в мастерскую',
  'promoter.add': 'Новый промоутер',
  policy: 'Политика доступа',
};

/** The words of the promoter's home, verbatim from the specification where it gives them. New ones without ё. */
export const texts = {
  contacts: 'Телефоны',
  orders: 'Заявки',
  management: 'Управление',
  needsNetwork: 'Нет связи: откроется, когда она появится',
  readiness: 'Работа без связи',
  ready: 'Готово к работе без связи',
  notReady: 'Пока не готово к работе без связи',
  loaded: (data: readonly OfflineData[]) =>
    `Готово к выезду: ${data.map(({ name, count }) => `${NAMES[name].genitive} ${count}`).join(', ')}`,
  missing: (names: readonly string[]) => `Не хватает: ${names.join(', ')}`,
  app: 'самого приложения',
  appTitle: 'Приложение',
  appKept: (version: string) => `Сохранено на устройстве, версия ${version}`,
  storageTitle: 'Хранилище',
  storage: (isPersisted: boolean) =>
    isPersisted ? 'Защищено от очистки браузером' : 'Браузер может очистить, если мало места',
  protect: 'Не дать телефону стереть данные',
  denied: 'Браузер пока не согласился. Обычно помогает установить приложение и открыть его несколько раз.',
  old: (names: readonly string[]) => `Старше суток: ${names.join(', ')}. Обновите, пока есть связь.`,
  littleRoom: (bytes: number) =>
    `На устройстве мало места: осталось ${Math.floor(bytes / 1_000_000)} МБ. Освободите, чтобы новое сохранялось.`,
  dataSaver: 'Экономия трафика: загружаем только необходимое.',
  names: NAMES,
  neverLoaded: 'Еще не загружено',
  notRefreshed: (fault: string) => `Обновилось не все. ${fault}.`,
  search: 'Имя или телефон',
  needsLook: 'Что нового',
  drafts: (count: number) => `Черновики: ${count}`,
  draftOf: (form: string) => `Черновик: ${(FORMS[form] ?? '').toLowerCase()}`,
  percent: 'Мой процент',
  percentPaid: 'Выплачено',
  percentWaiting: 'Ждет выплаты',
  percentMonth: 'За этот месяц',
  percentBasis: (known: number, total: number) =>
    `По ${known} из ${total} заявок: остальных на этом устройстве нет.`,
  percentCounted: (share: number) =>
    `Где фирма не назначила процент, он посчитан приложением: ${share} % от суммы заявки.`,
  percentEmpty: (share: number) => `Здесь будет ваш процент: ${share} % от суммы каждой выполненной заявки.`,
  percentUnknown: 'Появится, когда заявки загрузятся на это устройство.',
  place: 'Оформить заявку',
  changed: (count: number) => `Новое: ${count}`,
} as const;
