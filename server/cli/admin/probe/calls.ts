/** Every call of a user who is signed in, in the order of the app: with what, what it teaches, what breaks without it. */
import * as contacts from '#contract/contacts.ts';
import * as credentials from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { PERMISSIONS } from '#contract/guard.ts';
import * as moderation from '#contract/moderation.ts';
import * as orders from '#contract/orders.ts';
import * as payments from '#contract/payments.ts';
import * as policies from '#contract/policies.ts';
import * as reports from '#contract/reports.ts';
import * as requests from '#contract/requests.ts';
import * as runtime from '#contract/runtime.ts';
import { search } from '#contract/search.ts';
import { getUser } from '#contract/session.ts';
import * as users from '#contract/users.ts';
import * as warehouse from '#contract/warehouse.ts';
import { roleOf, shapeOf404, shapeOf422 } from './describe.ts';
import { first, type PlannedCall, type ReadAnswers, replyOf, whyNone } from './planned-call.ts';

/** More than a backend will ever have, and still a number that it can look for. */
const NO_ID = 2_147_483_646;
const forModerators = (breaks: string) => ({ permission: 'edit_promoters', breaks });
const extra = (breaks: string) => ({ breaks, isExtra: true });
const RECEIPT = extra('«Документ» (оприходование)');
const WRITE_OFF = extra('«Документ» (списание)');
const HOME_ORDER = { breaks: '«Оформление заявки на дом»' };
const WORKSHOP_ORDER = { breaks: '«Оформление доставки»' };
/** Screens of which it is also asked whether a page of another origin may save there. */
export const POLICIES = extra('«Политики доступа»');
export const CREDENTIALS = extra('«Приложения и токены»');

const page = () => ({ page: 1 });
const tagOf = (answers: ReadAnswers) =>
  answers.get(contacts.listAllContacts)?.heard.headers.get('etag') ?? '';
const each = (call: Omit<PlannedCall, 'endpoint'>, list: readonly Endpoint[]) =>
  list.map(endpoint => ({ endpoint, ...call }));

function ofFirstPromoter(answers: ReadAnswers) {
  const rows = replyOf(answers, moderation.listPromoters)?.list;
  const [promoter] = rows ?? [];
  if (promoter) return { promoterId: promoter.id };
  return whyNone(rows, 'нет ни одного промоутера, добавьте одного и повторите');
}

/** What the app asks for a user who is signed in. */
export const USER_CALLS: readonly PlannedCall[] = [
  {
    endpoint: getUser,
    breaks: 'вход и отправка очереди',
    learn(answers, facts) {
      const can = replyOf(answers, getUser)?.can ?? {};
      facts.can = PERMISSIONS.filter(name => can[name]);
      facts.role = roleOf(answers.get(getUser)?.raw);
    },
  },
  { endpoint: contacts.listContacts, breaks: '«Телефоны» и сверка очереди после обрыва', input: page },
  {
    endpoint: contacts.listAllContacts,
    breaks: '«Телефоны» без сети и выбор контакта для заявки',
    learn(answers, facts) {
      facts.etag = tagOf(answers) ? 'ignored' : 'absent';
    },
  },
  {
    endpoint: contacts.getContact,
    breaks: '«Редактирование контакта» и отправка правок',
    input(answers) {
      const lists = [contacts.listContacts, contacts.listAllContacts].flatMap(
        endpoint => replyOf(answers, endpoint) ?? [],
      );
      const rows = lists.length > 0 ? lists.flatMap(({ list }) => list) : undefined;
      return first(rows, 'у пользователя нет контактов, сохраните один и повторите');
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
  {
    endpoint: contacts.listContactStates,
    describe: ({ status }) => `${status}: приложение этот ответ не читает`,
  },
  ...each(HOME_ORDER, [orders.basaDistrictList, orders.basaWorkList]),
  ...each(WORKSHOP_ORDER, [orders.pointDistrictList, orders.pointWorkList]),
  {
    endpoint: requests.listRequests,
    breaks: '«Заявки» и сверка очереди после обрыва',
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
    breaks: '«Заявка»',
    permission: 'work_promoter',
    input(answers) {
      const rows = replyOf(answers, requests.listRequests)?.list;
      const [request] = rows ?? [];
      if (request) return { codeNumber: request.code_number };
      return whyNone(rows, 'у пользователя нет заявок, оформите одну и повторите');
    },
  },
  { endpoint: moderation.listPromoters, ...forModerators('«Отчеты» и «Статистика»') },
  {
    endpoint: moderation.findTakenEmails,
    permission: 'edit_promoters',
    ...extra('«Добавить промоутера»: занятые адреса в списке'),
    input: () => ({ emails: ['probe@example.com'] }),
  },
  {
    endpoint: reports.listReports,
    ...forModerators('«Отчеты»'),
    input: ofFirstPromoter,
  },
  {
    endpoint: reports.findReports,
    permission: 'edit_promoters',
    ...extra('«Отчеты» всех промоутеров'),
    input: page,
  },
  {
    endpoint: reports.getReport,
    ...forModerators('«Отчет»'),
    input: answers =>
      first(
        replyOf(answers, reports.listReports)?.list,
        'у первого промоутера нет отчетов, создайте один и повторите',
      ),
  },
  {
    endpoint: moderation.getModerationRequest,
    ...forModerators('«Заявка» для модератора'),
    input: answers =>
      first(
        replyOf(answers, reports.getReport)?.promo_requests,
        'в первом отчете нет заявок, откройте заявку из другого отчета в приложении',
      ),
  },
  {
    endpoint: moderation.listPayouts,
    permission: 'edit_promoters',
    ...extra('«Управление»: кому сколько выплатить'),
    input: page,
  },
  {
    endpoint: moderation.getPayout,
    permission: 'edit_promoters',
    ...extra('«Управление»: выплата промоутеру'),
    input: ofFirstPromoter,
  },
  {
    endpoint: payments.listOwedRequests,
    permission: 'edit_promoters',
    ...extra('«Управление»: заявки к выплате'),
    input: ofFirstPromoter,
  },
  {
    endpoint: payments.findPayments,
    permission: 'edit_promoters',
    ...extra('«Управление»: выплаты'),
    input: page,
  },
  {
    endpoint: payments.getPayment,
    permission: 'edit_promoters',
    ...extra('«Управление»: выплата'),
    input: answers => first(replyOf(answers, payments.findPayments)?.list, 'выплат еще нет'),
  },
  {
    endpoint: moderation.readStats,
    ...forModerators('«Статистика»'),
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
  {
    endpoint: moderation.readStatsDays,
    permission: 'edit_promoters',
    ...extra('«Статистика»: линия по дням'),
    input: () => ({ promoterId: moderation.ALL_PROMOTERS }),
  },
  {
    endpoint: search,
    permission: 'edit_promoters',
    ...extra('поиск по всему (Ctrl+K)'),
    input: () => ({ query: 'анна' }),
  },
  { endpoint: users.listUserNames, ...extra('получатель в «Документе» склада') },
  { endpoint: users.listUsers, breaks: '«Пользователи»', permission: 'edit_users' },
  {
    endpoint: users.searchUsers,
    permission: 'edit_users',
    ...extra('«Пользователи»: поиск на сервере'),
    input: page,
  },
  {
    endpoint: users.readRefusals,
    permission: 'edit_users',
    ...extra('«Dashboard»: отказы за сутки'),
  },
  {
    endpoint: users.getAccount,
    permission: 'edit_users',
    ...extra('«Пользователи»: роли, блокировка и история'),
    input: answers => first(replyOf(answers, users.searchUsers)?.list, 'пользователей нет'),
  },
  { endpoint: warehouse.listReceipts, ...extra('«Оприходования»'), input: page },
  {
    endpoint: warehouse.getReceipt,
    ...RECEIPT,
    input: answers =>
      first(
        replyOf(answers, warehouse.listReceipts)?.data,
        'нет оприходований, заведите одно на сервере и повторите',
      ),
  },
  { endpoint: warehouse.listWriteOffs, ...extra('«Списания»'), input: page },
  {
    endpoint: warehouse.getWriteOff,
    ...WRITE_OFF,
    input: answers =>
      first(
        replyOf(answers, warehouse.listWriteOffs)?.data,
        'нет списаний, заведите одно на сервере и повторите',
      ),
  },
  {
    endpoint: warehouse.findNomenclature,
    ...extra('поиск номенклатуры в «Документе» склада'),
    input: () => ({ title: 'а' }),
  },
  ...each(POLICIES, [policies.listPolicies, policies.listSources]),
  ...each(POLICIES, [policies.listAttributes, policies.listComparisons]),
  ...each(CREDENTIALS, [credentials.listClients, credentials.listAuthorizedTokens]),
  ...each(CREDENTIALS, [credentials.listPersonalTokens, credentials.listScopes]),
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
