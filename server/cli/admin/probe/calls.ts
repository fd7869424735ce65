/** Every call of a user who is signed in, in the order of the app: with what, what it teaches, who needs it. */
import * as contacts from '#contract/contacts.ts';
import * as credentials from '#contract/credentials.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { PERMISSIONS } from '#contract/guard.ts';
import * as moderation from '#contract/moderation.ts';
import * as orders from '#contract/orders.ts';
import * as policies from '#contract/policies.ts';
import * as reports from '#contract/reports.ts';
import * as requests from '#contract/requests.ts';
import * as runtime from '#contract/runtime.ts';
import { getUser } from '#contract/session.ts';
import * as users from '#contract/users.ts';
import * as warehouse from '#contract/warehouse.ts';
import { roleOf, shapeOf404, shapeOf422 } from './describe.ts';
import type { Heard } from './read-answer.ts';

/** What the user's calls show; nothing so far. */
export function noFacts() {
  return {
    role: 'не узнать',
    /** Which of the app's permissions the user has. */
    can: [] as string[],
    /** Whether the firm's backend keeps the promoter's percent. */
    percent: 'unknown' as 'stored' | 'absent' | 'unknown',
    etag: 'unknown' as 'answered' | 'ignored' | 'absent' | 'unknown',
    validation: 'не узнать: нужен модератор',
    notFound: 'не узнать',
  };
}

export type UserFacts = ReturnType<typeof noFacts>;

/** The answers so far that the app can read. */
export type ReadAnswers = Map<Endpoint, { heard: Heard; raw: unknown; value: unknown }>;

/** One call as the app makes it. */
export type PlannedCall = {
  endpoint: Endpoint;
  /** What it is asked with; a text says why it cannot be asked, an empty one that there is no need. */
  input?: (answers: ReadAnswers) => Record<string, unknown> | string;
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
const MODERATED = { permission: 'edit_promoters', neededBy: APP };
const NO_STOCK = 'склад не откроется';
const NO_POLICIES = 'политики доступа не откроются';
const NO_CREDENTIALS = '«Приложения и токены» будут пусты';

export function replyOf<E extends Endpoint>(answers: ReadAnswers, endpoint: E): ReplyOf<E> | undefined {
  // Read by that very endpoint's schema.
  return answers.get(endpoint)?.value as ReplyOf<E> | undefined;
}

const page = () => ({ page: 1 });
const tagOf = (answers: ReadAnswers) =>
  answers.get(contacts.listAllContacts)?.heard.headers.get('etag') ?? '';
const needed = (neededBy: string, list: readonly Endpoint[]) =>
  list.map(endpoint => ({ endpoint, neededBy }));

/** The id of the first of them, or why there is nothing to ask for. */
function first(rows: readonly { id: number }[] | undefined, otherwise: string) {
  const [row] = rows ?? [];
  return row ? { id: row.id } : otherwise;
}

/** What the app asks for a user who is signed in. */
export const USER_CALLS: readonly PlannedCall[] = [
  {
    endpoint: getUser,
    neededBy: APP,
    learn(answers, facts) {
      const can = replyOf(answers, getUser)?.can ?? {};
      facts.can = PERMISSIONS.filter(name => can[name]);
      facts.role = roleOf(answers.get(getUser)?.raw);
    },
  },
  { endpoint: contacts.listContacts, neededBy: APP, input: page },
  {
    endpoint: contacts.listAllContacts,
    neededBy: APP,
    learn(answers, facts) {
      facts.etag = tagOf(answers) ? 'ignored' : 'absent';
    },
  },
  {
    endpoint: contacts.getContact,
    neededBy: APP,
    input(answers) {
      const { list = [] } = replyOf(answers, contacts.listContacts) ?? {};
      const { list: book = [] } = replyOf(answers, contacts.listAllContacts) ?? {};
      return first([...list, ...book], 'у пользователя нет контактов');
    },
  },
  {
    endpoint: contacts.getContact,
    input: () => ({ id: NO_ID }),
    describe(heard, facts) {
      facts.notFound = shapeOf404(heard);
      return `нет такого контакта: ${facts.notFound}`;
    },
  },
  {
    endpoint: contacts.listAllContacts,
    input: answers => (tagOf(answers) ? {} : ''),
    headers: answers => ({ 'If-None-Match': tagOf(answers) }),
    describe({ status }, facts) {
      if (status !== 304) return `ETag есть, но в ответ снова ${status}`;
      facts.etag = 'answered';
      return 'ETag: книга без изменений стоит ответа 304';
    },
  },
  { endpoint: contacts.listContactStates },
  ...needed(APP, [orders.basaDistrictList, orders.basaWorkList]),
  ...needed(APP, [orders.pointDistrictList, orders.pointWorkList]),
  {
    endpoint: requests.listRequests,
    neededBy: APP,
    input: () => ({ page: 1, status: 'all' }),
    learn(answers, facts) {
      const { list = [] } = replyOf(answers, requests.listRequests) ?? {};
      const counted = list.filter(({ tofirm }) => tofirm !== null && tofirm > 0);
      const isStored = counted.some(({ percent }) => percent !== null);
      if (counted.length > 0) facts.percent = isStored ? 'stored' : 'absent';
    },
  },
  {
    endpoint: requests.getRequest,
    neededBy: APP,
    permission: 'work_promoter',
    input(answers) {
      const [request] = replyOf(answers, requests.listRequests)?.list ?? [];
      return request ? { codeNumber: request.code_number } : 'у пользователя нет заявок';
    },
  },
  { endpoint: moderation.listPromoters, ...MODERATED },
  {
    endpoint: reports.listReports,
    ...MODERATED,
    input(answers) {
      const [promoter] = replyOf(answers, moderation.listPromoters)?.list ?? [];
      return promoter ? { promoterId: promoter.id } : 'нет ни одного промоутера';
    },
  },
  {
    endpoint: reports.getReport,
    ...MODERATED,
    input: answers => first(replyOf(answers, reports.listReports)?.list, 'у первого промоутера нет отчетов'),
  },
  {
    endpoint: moderation.getModerationRequest,
    ...MODERATED,
    input: answers =>
      first(replyOf(answers, reports.getReport)?.promo_requests, 'в первом отчете нет заявок'),
  },
  {
    endpoint: moderation.readStats,
    ...MODERATED,
    input() {
      const today = new Date().toISOString().slice(0, 10);
      return { promoterId: moderation.ALL_PROMOTERS, dateFrom: today, dateTo: today };
    },
  },
  {
    endpoint: moderation.readStats,
    permission: 'edit_promoters',
    input: () => ({ promoterId: moderation.ALL_PROMOTERS, dateFrom: '2026-99-99', dateTo: 'probe' }),
    describe(heard, facts) {
      facts.validation = shapeOf422(heard);
      return `неверный ввод: ${facts.validation}`;
    },
  },
  { endpoint: users.listUserNames, neededBy: 'на складе не выбрать получателя' },
  { endpoint: users.listUsers, neededBy: '«Пользователи» не откроются', permission: 'edit_users' },
  { endpoint: warehouse.listReceipts, neededBy: NO_STOCK, input: page },
  {
    endpoint: warehouse.getReceipt,
    neededBy: NO_STOCK,
    input: answers => first(replyOf(answers, warehouse.listReceipts)?.data, 'нет поступлений'),
  },
  { endpoint: warehouse.listWriteOffs, neededBy: NO_STOCK, input: page },
  {
    endpoint: warehouse.getWriteOff,
    neededBy: NO_STOCK,
    input: answers => first(replyOf(answers, warehouse.listWriteOffs)?.data, 'нет списаний'),
  },
  {
    endpoint: warehouse.findNomenclature,
    neededBy: 'на складе не найти номенклатуру',
    input: () => ({ title: 'а' }),
  },
  ...needed(NO_POLICIES, [policies.listPolicies, policies.listSources]),
  ...needed(NO_POLICIES, [policies.listAttributes, policies.listComparisons]),
  ...needed(NO_CREDENTIALS, [credentials.listClients, credentials.listAuthorizedTokens]),
  ...needed(NO_CREDENTIALS, [credentials.listPersonalTokens, credentials.listScopes]),
];

const READ: Endpoint[] = [
  runtime.healthReady,
  runtime.healthLive,
  ...USER_CALLS.map(({ endpoint }) => endpoint),
];

/** Nothing else than these is ever sent to somebody's backend, but for signing in. */
export const READINGS: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(endpoints).filter(([, endpoint]) => READ.includes(endpoint)),
);
