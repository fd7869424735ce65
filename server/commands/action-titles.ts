import { endpoints } from '#contract/endpoints.ts';

/** What a person can do, by the name of the call that does it. */
const TITLES: Readonly<Record<string, string>> = {
  loginAs: 'Войти под пользователем',
  getUser: 'Узнать о себе',
  saveContact: 'Сохранить контакт',
  getContact: 'Открыть контакт',
  listContacts: 'Смотреть контакты по страницам',
  listAllContacts: 'Смотреть все свои контакты',
  listContactStates: 'Смотреть состояния контактов',
  deleteContact: 'Удалить контакт',
  basaDistrictList: 'Смотреть районы линии',
  basaWorkList: 'Смотреть работы линии',
  pointDistrictList: 'Смотреть районы мастерских',
  pointWorkList: 'Смотреть работы мастерских',
  sendOrder: 'Отправить заявку',
  listRequests: 'Смотреть свои заявки',
  getRequest: 'Открыть свою заявку',
  listPromoters: 'Смотреть промоутеров',
  addPromoter: 'Добавить промоутера',
  getModerationRequest: 'Открыть заявку промоутера',
  readStats: 'Смотреть статистику',
  createReport: 'Сформировать отчет',
  listReports: 'Смотреть отчеты промоутера',
  getReport: 'Открыть отчет',
  deleteReport: 'Удалить отчет',
  openReport: 'Открыть закрытый отчет для изменений',
  closeReport: 'Закрыть отчет',
  payRequest: 'Оплатить заявку',
  unpayRequest: 'Отменить оплату заявки',
  listUsers: 'Смотреть пользователей',
  listUserNames: 'Смотреть имена пользователей',
  listPolicies: 'Смотреть политики доступа',
  listSources: 'Смотреть источники данных политик',
  listAttributes: 'Смотреть атрибуты политик',
  listComparisons: 'Смотреть сравнения политик',
  updatePolicy: 'Сохранить политику доступа',
};

/** Every call that asks who calls, as a choice of a condition. */
export function listActions(): { id: string; name: string }[] {
  return Object.entries(endpoints)
    .filter(([, { guard }]) => guard !== 'public' && guard !== 'client')
    .map(([id]) => ({ id, name: TITLES[id] ?? id }));
}
