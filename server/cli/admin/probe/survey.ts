/** The calls of the app in the order in which it needs them, and what their answers show. */
import { getContact, listAllContacts } from '#contract/contacts.ts';
import { ALL_PROMOTERS, readStats } from '#contract/moderation.ts';
import { getUser } from '#contract/session.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { Refused } from '../command.ts';
import { isShared } from './cors.ts';
import { type CorsFacts, probeCors } from './cors-facts.ts';
import type { Exchange, Heard } from './exchange.ts';
import type { Forms } from './forms.ts';
import { type Call, type Interview, startInterview } from './interview.ts';
import { shapeOf401, shapeOf404, shapeOf422 } from './shapes.ts';
import type { Target } from './target.ts';
import { probeTokens, type TokenFacts } from './tokens.ts';

export type Facts = {
  /** What the backend says it can do; undefined: it says nothing of that kind. */
  features: string[] | undefined;
  /** The answer to a token that does not exist. `isUsable`: the app learns from it that it must sign in again. */
  unauthenticated: { words: string; isUsable: boolean };
  tokens: TokenFacts;
  /** Undefined: the page stands on the backend's own origin, or nobody said where. */
  cors: CorsFacts | undefined;
  role: string;
  /** Which of the app's permissions the user has. */
  can: string[];
  /** Whether the firm's backend keeps the promoter's percent. */
  percent: 'stored' | 'absent' | 'unknown';
  etag: 'answered' | 'ignored' | 'absent' | 'unknown';
  validation: string;
  notFound: string;
};

export type Findings = { target: Target; calls: Call[]; forms: Forms; facts: Facts };

export type Surveying = {
  exchange: Exchange;
  target: Target;
  clientSecret: string;
  password: string;
  progress: (line: string) => void;
};

/** Where the page stands on another origin than the backend: that one. */
export function foreignPageOf({ origin, pageOrigin }: Target): string | undefined {
  return pageOrigin === origin ? undefined : pageOrigin;
}

export async function survey(job: Surveying): Promise<Findings> {
  const { target, exchange, progress } = job;
  const { zone } = target;
  const foreignPage = foreignPageOf(target);
  const interview = startInterview({ exchange, zone, foreignPage, progress });
  const features = await probeHealth(interview, target.origin);
  const { unauthenticated, answer } = await probeStranger(interview, foreignPage);
  const cors = foreignPage === undefined ? undefined : await probeCors(interview, foreignPage, answer);
  const tokens = await probeTokens(interview, { ...job, ...target, foreignPage });
  const facts: Facts = {
    features,
    unauthenticated,
    cors,
    tokens,
    role: 'не узнать',
    can: [],
    percent: 'unknown',
    etag: 'unknown',
    validation: 'не узнать: нужен модератор',
    notFound: 'не узнать',
  };
  if (tokens.signedIn) await probeAsUser(interview, facts);
  return { target, calls: interview.calls, forms: interview.forms, facts };
}

/** The first call: where nobody answers it, nobody answers the others. */
async function probeHealth(interview: Interview, origin: string): Promise<string[] | undefined> {
  const ready = await interview.ask('healthReady', {}, heard => refuseMoved(heard, origin));
  const [first] = interview.calls;
  if (first?.status === null) throw new Refused(`Сервер не ответил: ${first.why.join('; ')}`);
  await interview.ask('healthLive');
  // Words of a strange server: only what looks like the name of a feature is repeated.
  return ready?.value.features.filter(name => /^[a-z][a-z0-9._-]{0,30}$/.test(name));
}

/** Whoever lives elsewhere now is asked there, and gets no password here. */
function refuseMoved({ status, headers }: Heard, origin: string): void {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  const there = parseUrl(location, origin)?.origin ?? origin;
  if (there !== origin)
    throw new Refused(`Сервер перенаправляет на ${there}: если это он, задайте этот адрес`);
}

async function probeStranger(
  interview: Interview,
  foreignPage: string | undefined,
): Promise<Pick<Facts, 'unauthenticated'> & { answer: Heard | undefined }> {
  const outgoing = interview.request(getUser, {}, { Authorization: 'Bearer probe' });
  const hidden = 'браузер не отдаст этот ответ странице: нет Access-Control-Allow-Origin';
  const shapeOf = (heard: Heard) => {
    const shape = shapeOf401(heard);
    const isHidden = foreignPage !== undefined && !isShared(heard, foreignPage);
    return isHidden ? { words: `${shape.words}; ${hidden}`, isUsable: false } : shape;
  };
  const answer = await interview.look('getUser', outgoing, heard => [`чужой токен: ${shapeOf(heard).words}`]);
  return { answer, unauthenticated: answer ? shapeOf(answer) : { words: 'нет ответа', isUsable: false } };
}

const PERMISSIONS = ['work_promoter', 'edit_promoters', 'edit_users'];

async function probeAsUser(interview: Interview, facts: Facts): Promise<void> {
  const me = await interview.ask('getUser');
  if (me) {
    facts.can = PERMISSIONS.filter(name => me.value.can[name]);
    facts.role = roleOf(me.raw);
  }
  await probeBook(interview, facts);
  await probeOrders(interview, facts);
  await probeModeration(interview, facts);
  await probeUsers(interview, facts);
  await probeWarehouse(interview);
  for (const name of ['listPolicies', 'listSources', 'listAttributes', 'listComparisons'] as const) {
    await interview.ask(name);
  }
  for (const name of ['listClients', 'listAuthorizedTokens', 'listPersonalTokens', 'listScopes'] as const) {
    await interview.ask(name);
  }
}

function roleOf(raw: unknown): string {
  const outer: Record<string, unknown> = { ...Object(raw) };
  const user: Record<string, unknown> = 'id' in outer ? outer : { ...Object(outer.data ?? outer.user) };
  const name = user.role === undefined || user.role === null ? 'roles' : 'role';
  const role = user[name];
  if (Array.isArray(role)) return `${name}: список`;
  if (typeof role === 'object' && role !== null) return `${name}: объект`;
  return role === undefined || role === null ? 'роли нет' : `${name}: текст, приложение покажет ее пустой`;
}

/** More than a backend will ever have, and still a number that it can look for. */
const NO_ID = 2_147_483_646;

async function probeBook(interview: Interview, facts: Facts): Promise<void> {
  const page = await interview.ask('listContacts', { page: 1 });
  const all = await interview.ask('listAllContacts');
  const first = page?.value.list[0] ?? all?.value.list[0];
  if (first) await interview.ask('getContact', { id: first.id });
  else interview.skip(['getContact'], 'у пользователя нет контактов');
  const notFound = interview.request(getContact, { id: NO_ID });
  await interview.look('getContact', notFound, heard => {
    facts.notFound = shapeOf404(heard);
    return [`нет такого контакта: ${facts.notFound}`];
  });
  if (all) await probeTag(interview, facts, all.heard);
  await interview.ask('listContactStates');
}

async function probeTag(interview: Interview, facts: Facts, { headers }: Heard): Promise<void> {
  const tag = headers.get('etag');
  facts.etag = 'absent';
  if (!tag) return;
  const outgoing = interview.request(listAllContacts, {}, { 'If-None-Match': tag });
  await interview.look('listAllContacts', outgoing, ({ status }) => {
    facts.etag = status === 304 ? 'answered' : 'ignored';
    return [
      status === 304 ? 'ETag: книга без изменений стоит ответа 304' : `ETag есть, но в ответ снова ${status}`,
    ];
  });
}

async function probeOrders(interview: Interview, facts: Facts): Promise<void> {
  for (const name of ['basaDistrictList', 'basaWorkList', 'pointDistrictList', 'pointWorkList'] as const) {
    await interview.ask(name);
  }
  const page = await interview.ask('listRequests', { page: 1, status: 'all' });
  const rows = page?.value.list ?? [];
  const counted = rows.filter(({ tofirm }) => tofirm !== null && tofirm > 0);
  if (counted.length > 0)
    facts.percent = counted.some(({ percent }) => percent !== null) ? 'stored' : 'absent';
  const [first] = rows;
  if (!facts.can.includes('work_promoter'))
    return interview.skip(['getRequest'], 'у пользователя нет права work_promoter');
  if (!first) return interview.skip(['getRequest'], 'у пользователя нет заявок');
  await interview.ask('getRequest', { codeNumber: first.code_number });
}

const MODERATION = [
  'listPromoters',
  'listReports',
  'getReport',
  'getModerationRequest',
  'readStats',
] as const;

async function probeModeration(interview: Interview, facts: Facts): Promise<void> {
  if (!facts.can.includes('edit_promoters'))
    return interview.skip(MODERATION, 'у пользователя нет права edit_promoters');
  const promoters = await interview.ask('listPromoters');
  await probeReports(interview, promoters?.value.list[0]?.id);
  const today = new Date().toISOString().slice(0, 10);
  await interview.ask('readStats', { promoterId: ALL_PROMOTERS, dateFrom: today, dateTo: today });
  const noDay = { promoterId: ALL_PROMOTERS, dateFrom: '2026-99-99', dateTo: 'probe' };
  await interview.look('readStats', interview.request(readStats, noDay), heard => {
    facts.validation = shapeOf422(heard);
    return [`неверный ввод: ${facts.validation}`];
  });
}

async function probeReports(interview: Interview, promoterId: number | undefined): Promise<void> {
  if (promoterId === undefined) {
    return interview.skip(['listReports', 'getReport', 'getModerationRequest'], 'нет ни одного промоутера');
  }
  const reports = await interview.ask('listReports', { promoterId });
  const [report] = reports?.value.list ?? [];
  if (!report)
    return interview.skip(['getReport', 'getModerationRequest'], 'у первого промоутера нет отчетов');
  const whole = await interview.ask('getReport', { id: report.id });
  const [request] = whole?.value.promo_requests ?? [];
  if (request) await interview.ask('getModerationRequest', { id: request.id });
  else interview.skip(['getModerationRequest'], 'в первом отчете нет заявок');
}

async function probeUsers(interview: Interview, { can }: Facts): Promise<void> {
  await interview.ask('listUserNames');
  if (can.includes('edit_users')) await interview.ask('listUsers');
  else interview.skip(['listUsers'], 'у пользователя нет права edit_users');
}

async function probeWarehouse(interview: Interview): Promise<void> {
  const receipts = await interview.ask('listReceipts', { page: 1 });
  const receipt = receipts?.value.data[0];
  if (receipt) await interview.ask('getReceipt', { id: receipt.id });
  else interview.skip(['getReceipt'], 'нет поступлений');
  const writeOffs = await interview.ask('listWriteOffs', { page: 1 });
  const writeOff = writeOffs?.value.data[0];
  if (writeOff) await interview.ask('getWriteOff', { id: writeOff.id });
  else interview.skip(['getWriteOff'], 'нет списаний');
  await interview.ask('findNomenclature', { title: 'а' });
}
