/**
 * What a person can do, by the name of the call in the contract. Signing in, asking who one is and mending policies are
 * not here: no policy is asked about them.
 */
const TITLES: Readonly<Record<string, string>> = {
  loginAs: 'Войти под пользователем',
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
  listReceipts: 'Смотреть оприходования',
  getReceipt: 'Открыть оприходование',
  saveReceipt: 'Сохранить оприходование',
  listWriteOffs: 'Смотреть списания',
  getWriteOff: 'Открыть списание',
  findNomenclature: 'Искать номенклатуру',
  tellRequest: 'Сообщить состояние и сумму заявки',
};

/** Every call that policies are asked about, as a choice of a condition. */
export function listActions(): { id: string; name: string }[] {
  return Object.entries(TITLES).map(([id, name]) => ({ id, name }));
}
