/** What conditions of access policies can be made of: data sources, attributes and comparisons of this firm. */
import { asc } from 'drizzle-orm';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listAttributes, listComparisons, listSources } from '#contract/policies.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { catalogueOf } from '#domain/policy/catalogue.ts';
import { attributeTitle, methodTitle, sourceTitle } from '#domain/policy/titles.ts';
import type { Queryable } from '../db/database.ts';
import { requestStates, roles } from '../db/schema.ts';

type AttributeData = ReplyOf<typeof listAttributes>[string][number];

const SOURCES = ['user', 'request', 'contact', 'report', 'environment'];

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  string: ['equal', 'notEqual', 'contains', 'startsWith', 'regexp'],
  number: ['equal', 'notEqual', 'greater', 'greaterOrEqual', 'less', 'lessOrEqual', 'between'],
  datetime: ['before', 'after', 'between'],
  list: ['equal', 'notEqual', 'in', 'notIn'],
  bool: ['isTrue', 'isFalse'],
  object: ['isNull', 'isNotNull', 'same'],
  hasOne: ['exists', 'notExists'],
};

const MULTIPLE = ['between', 'in', 'notIn'];

const ORDER_TYPES = [
  { id: 'basa', name: 'Линия' },
  { id: 'point', name: 'Мастерские' },
];

/** Data-source type → its title. */
export function listSourceTitles(): ReplyOf<typeof listSources> {
  return Object.fromEntries(SOURCES.map(type => [type, sourceTitle(type)]));
}

/** Attribute type → the methods that compare it. */
export function listMethods(): ReplyOf<typeof listComparisons> {
  const read = (method: string) => ({
    method,
    title: methodTitle(method),
    multiple: MULTIPLE.includes(method),
  });
  return Object.fromEntries(Object.entries(COMPARISONS).map(([type, methods]) => [type, methods.map(read)]));
}

/** Data-source type → its attributes, with the roles and states that this firm has. */
export async function readAttributes(on: Queryable): Promise<ReplyOf<typeof listAttributes>> {
  const roleValues = await on
    .select({ id: roles.name, name: roles.display_name })
    .from(roles)
    .orderBy(asc(roles.id));
  const states = await on
    .select({ id: requestStates.code, name: requestStates.name })
    .from(requestStates)
    .orderBy(asc(requestStates.sort));
  return {
    user: [
      ...[of('id', 'number'), of('name', 'string'), of('email', 'string')],
      ...[chosen('role', roleValues), of('created_at', 'datetime'), of('firm', 'object')],
    ],
    request: [
      ...[of('id', 'number'), of('code_number', 'number'), chosen('type', ORDER_TYPES)],
      ...[chosen('state', states), of('tofirm', 'number'), of('percent', 'number'), of('paid', 'bool')],
      ...[of('created_at', 'datetime'), related('promoter', 'user')],
      ...[related('contact', 'contact'), related('report', 'report')],
    ],
    contact: [
      ...[of('id', 'number'), of('first_name', 'string'), of('last_name', 'string')],
      ...[of('comment', 'string'), of('created_at', 'datetime'), related('owner', 'user')],
    ],
    report: [
      ...[of('id', 'number'), of('number', 'number'), of('created_at', 'datetime')],
      ...[of('closed_at', 'datetime'), related('user', 'user')],
    ],
    environment: [of('time', 'datetime'), of('ip', 'string'), chosen('action', ACTIONS)],
  };
}

/** The same three lists as conditions are checked by them. */
export async function readCatalogue(on: Queryable): Promise<Catalogue> {
  return catalogueOf(listSourceTitles(), await readAttributes(on), listMethods());
}

function of(name: string, type: string): AttributeData {
  return { name, title: attributeTitle(name), type };
}

function chosen(name: string, values: { id: string; name: string }[]): AttributeData {
  return { ...of(name, 'list'), values };
}

function related(name: string, relation: string): AttributeData {
  return { ...of(name, 'hasOne'), relation };
}

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
  listPayouts: 'Смотреть, кому выплатить',
  getPayout: 'Смотреть, сколько выплатить промоутеру',
  listOwedRequests: 'Смотреть заявки к выплате',
  payPromoter: 'Выплатить промоутеру',
  takeBackPayment: 'Вернуть выплату',
  getPayment: 'Открыть выплату',
  findPayments: 'Смотреть выплаты всем промоутерам',
  addPromoter: 'Добавить промоутера',
  findTakenEmails: 'Узнать, заняты ли адреса новых промоутеров',
  getModerationRequest: 'Открыть заявку промоутера',
  readStats: 'Смотреть статистику',
  readStatsDays: 'Смотреть статистику по дням',
  createReport: 'Сформировать отчет',
  listReports: 'Смотреть отчеты промоутера',
  findReports: 'Смотреть отчеты всех промоутеров',
  getReport: 'Открыть отчет',
  deleteReport: 'Удалить отчет',
  openReport: 'Открыть закрытый отчет для изменений',
  closeReport: 'Закрыть отчет',
  payRequest: 'Оплатить заявку',
  unpayRequest: 'Отменить оплату заявки',
  listUsers: 'Смотреть пользователей',
  searchUsers: 'Искать пользователей',
  readRefusals: 'Смотреть отказы за сутки',
  getAccount: 'Открыть пользователя',
  blockUser: 'Заблокировать пользователя',
  unblockUser: 'Разблокировать пользователя',
  saveUserRoles: 'Менять роли пользователя',
  listUserNames: 'Смотреть имена пользователей',
  search: 'Искать промоутеров, заявки, отчеты, пользователей и документы',
  listReceipts: 'Смотреть оприходования',
  getReceipt: 'Открыть оприходование',
  saveReceipt: 'Сохранить оприходование',
  listWriteOffs: 'Смотреть списания',
  getWriteOff: 'Открыть списание',
  findNomenclature: 'Искать номенклатуру',
  tellRequest: 'Сообщить состояние и сумму заявки',
};

/** Every call that policies are asked about, as a choice of a condition. */
const ACTIONS = Object.entries(TITLES).map(([id, name]) => ({ id, name }));
