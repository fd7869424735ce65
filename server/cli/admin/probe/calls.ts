/** Every call of a user who is signed in, in the order of the app: with what, what it teaches, who needs it. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { ALL_PROMOTERS } from '#contract/moderation.ts';
import { roleOf, shapeOf404, shapeOf422 } from './describe.ts';
import type { Heard, READINGS, ReadingName } from './readings.ts';

/** What the user's calls show. */
export type UserFacts = {
  role: string;
  /** Which of the app's permissions the user has. */
  can: string[];
  /** Whether the firm's backend keeps the promoter's percent. */
  percent: 'stored' | 'absent' | 'unknown';
  etag: 'answered' | 'ignored' | 'absent' | 'unknown';
  validation: string;
  notFound: string;
};

type Input = Record<string, unknown>;

/** An answer that the app can read. */
export type ReadAnswer<Value> = { heard: Heard; raw: unknown; value: Value };

/** Those so far. */
export type ReadAnswers = { [Name in ReadingName]?: ReadAnswer<ReplyOf<(typeof READINGS)[Name]>> };

/** One call as the app makes it. */
export type PlannedCall = {
  name: ReadingName;
  /** What it is asked with; a text says why it cannot be asked, an empty one that there is no need. */
  input?: (answers: ReadAnswers) => Input | string;
  permission?: string;
  /** What does not work where its answer cannot be read. */
  neededBy?: string;
  /** What its answer teaches. */
  learn?: (answers: ReadAnswers, facts: UserFacts) => void;
  /** For a call that is not to be answered as usual: how its answer is told. */
  describe?: (heard: Heard, facts: UserFacts) => string;
  headers?: (answers: ReadAnswers) => Record<string, string>;
};

/** Without these the app is of no use to whoever may use them. */
export const APP = 'приложение';

/** More than a backend will ever have, and still a number that it can look for. */
const NO_ID = 2_147_483_646;
const PERMISSIONS = ['work_promoter', 'edit_promoters', 'edit_users'];
const NO_USERS = '«Пользователи» не откроются';
const NO_RECIPIENTS = 'на складе не выбрать получателя';
const NO_STOCK = 'склад не откроется';
const NO_NOMENCLATURE = 'на складе не найти номенклатуру';
const NO_POLICIES = 'политики доступа не откроются';
const NO_CREDENTIALS = '«Приложения и токены» будут пусты';

const page = () => ({ page: 1 });
const tagOf = ({ listAllContacts }: ReadAnswers) => listAllContacts?.heard.headers.get('etag') ?? '';
const needed = (neededBy: string, names: readonly ReadingName[]): PlannedCall[] =>
  names.map(name => ({ name, neededBy }));
const moderation = (call: Omit<PlannedCall, 'permission' | 'neededBy'>): PlannedCall => ({
  ...call,
  permission: 'edit_promoters',
  neededBy: APP,
});

/** What the app asks for a user who is signed in. */
export const USER_CALLS: readonly PlannedCall[] = [
  {
    name: 'getUser',
    neededBy: APP,
    learn({ getUser }, facts) {
      if (!getUser) return;
      facts.can = PERMISSIONS.filter(name => getUser.value.can[name]);
      facts.role = roleOf(getUser.raw);
    },
  },
  { name: 'listContacts', neededBy: APP, input: page },
  {
    name: 'listAllContacts',
    neededBy: APP,
    learn(answers, facts) {
      if (answers.listAllContacts) facts.etag = tagOf(answers) ? 'ignored' : 'absent';
    },
  },
  {
    name: 'getContact',
    neededBy: APP,
    input({ listContacts, listAllContacts }) {
      const first = listContacts?.value.list[0] ?? listAllContacts?.value.list[0];
      return first ? { id: first.id } : 'у пользователя нет контактов';
    },
  },
  {
    name: 'getContact',
    input: () => ({ id: NO_ID }),
    describe(heard, facts) {
      facts.notFound = shapeOf404(heard);
      return `нет такого контакта: ${facts.notFound}`;
    },
  },
  {
    name: 'listAllContacts',
    input: answers => (tagOf(answers) ? {} : ''),
    headers: answers => ({ 'If-None-Match': tagOf(answers) }),
    describe({ status }, facts) {
      if (status !== 304) return `ETag есть, но в ответ снова ${status}`;
      facts.etag = 'answered';
      return 'ETag: книга без изменений стоит ответа 304';
    },
  },
  { name: 'listContactStates' },
  ...needed(APP, ['basaDistrictList', 'basaWorkList', 'pointDistrictList', 'pointWorkList']),
  {
    name: 'listRequests',
    neededBy: APP,
    input: () => ({ page: 1, status: 'all' }),
    learn({ listRequests }, facts) {
      const counted = listRequests?.value.list.filter(({ tofirm }) => tofirm !== null && tofirm > 0) ?? [];
      const isStored = counted.some(({ percent }) => percent !== null);
      if (counted.length > 0) facts.percent = isStored ? 'stored' : 'absent';
    },
  },
  {
    name: 'getRequest',
    neededBy: APP,
    permission: 'work_promoter',
    input({ listRequests }) {
      const first = listRequests?.value.list[0];
      return first ? { codeNumber: first.code_number } : 'у пользователя нет заявок';
    },
  },
  moderation({ name: 'listPromoters' }),
  moderation({
    name: 'listReports',
    input({ listPromoters }) {
      const first = listPromoters?.value.list[0];
      return first ? { promoterId: first.id } : 'нет ни одного промоутера';
    },
  }),
  moderation({
    name: 'getReport',
    input({ listReports }) {
      const first = listReports?.value.list[0];
      return first ? { id: first.id } : 'у первого промоутера нет отчетов';
    },
  }),
  moderation({
    name: 'getModerationRequest',
    input({ getReport }) {
      const first = getReport?.value.promo_requests[0];
      return first ? { id: first.id } : 'в первом отчете нет заявок';
    },
  }),
  moderation({
    name: 'readStats',
    input() {
      const today = new Date().toISOString().slice(0, 10);
      return { promoterId: ALL_PROMOTERS, dateFrom: today, dateTo: today };
    },
  }),
  {
    name: 'readStats',
    permission: 'edit_promoters',
    input: () => ({ promoterId: ALL_PROMOTERS, dateFrom: '2026-99-99', dateTo: 'probe' }),
    describe(heard, facts) {
      facts.validation = shapeOf422(heard);
      return `неверный ввод: ${facts.validation}`;
    },
  },
  { name: 'listUserNames', neededBy: NO_RECIPIENTS },
  { name: 'listUsers', neededBy: NO_USERS, permission: 'edit_users' },
  { name: 'listReceipts', neededBy: NO_STOCK, input: page },
  {
    name: 'getReceipt',
    neededBy: NO_STOCK,
    input({ listReceipts }) {
      const first = listReceipts?.value.data[0];
      return first ? { id: first.id } : 'нет поступлений';
    },
  },
  { name: 'listWriteOffs', neededBy: NO_STOCK, input: page },
  {
    name: 'getWriteOff',
    neededBy: NO_STOCK,
    input({ listWriteOffs }) {
      const first = listWriteOffs?.value.data[0];
      return first ? { id: first.id } : 'нет списаний';
    },
  },
  { name: 'findNomenclature', neededBy: NO_NOMENCLATURE, input: () => ({ title: 'а' }) },
  ...needed(NO_POLICIES, ['listPolicies', 'listSources', 'listAttributes', 'listComparisons']),
  ...needed(NO_CREDENTIALS, ['listClients', 'listAuthorizedTokens', 'listPersonalTokens', 'listScopes']),
];
