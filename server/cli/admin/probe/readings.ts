/** What may be sent to somebody's backend at all. */
import { getContact, listAllContacts, listContactStates, listContacts } from '#contract/contacts.ts';
import { listAuthorizedTokens, listClients, listPersonalTokens, listScopes } from '#contract/credentials.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getModerationRequest, listPromoters, readStats } from '#contract/moderation.ts';
import { basaDistrictList, basaWorkList, pointDistrictList, pointWorkList } from '#contract/orders.ts';
import { listAttributes, listComparisons, listPolicies, listSources } from '#contract/policies.ts';
import { getReport, listReports } from '#contract/reports.ts';
import { getRequest, listRequests } from '#contract/requests.ts';
import { healthLive, healthReady } from '#contract/runtime.ts';
import { getUser, obtainToken } from '#contract/session.ts';
import { listUserNames, listUsers } from '#contract/users.ts';
import {
  findNomenclature,
  getReceipt,
  getWriteOff,
  listReceipts,
  listWriteOffs,
} from '#contract/warehouse.ts';

/** Nothing else than these is ever sent to somebody's backend, but for signing in. */
export const READINGS = {
  healthLive,
  healthReady,
  getUser,
  listContacts,
  listAllContacts,
  listContactStates,
  getContact,
  basaDistrictList,
  basaWorkList,
  pointDistrictList,
  pointWorkList,
  listRequests,
  getRequest,
  listPromoters,
  listReports,
  getReport,
  getModerationRequest,
  readStats,
  listUsers,
  listUserNames,
  listReceipts,
  getReceipt,
  listWriteOffs,
  getWriteOff,
  findNomenclature,
  listPolicies,
  listSources,
  listAttributes,
  listComparisons,
  listClients,
  listAuthorizedTokens,
  listPersonalTokens,
  listScopes,
} satisfies Record<string, Endpoint>;

export type ReadingName = keyof typeof READINGS;

/** One HTTP request as it leaves. */
export type Outgoing = {
  method: 'GET' | 'POST' | 'OPTIONS';
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

/** With a login, tokens are made; with a refresh, one is spent. A code of somebody's authorization is never exchanged. */
const GRANTS = new Set(['password', 'refresh_token']);

const readings = Object.values<Endpoint>(READINGS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/?#]+')}(\\?[^#]*)?$`),
}));

/** Whether a request may leave at all: it reads, signs in, or asks as a browser does whether it might (preflight). */
export function mayLeave({ method, path, body }: Outgoing): boolean {
  if (method === 'OPTIONS') return body === undefined && (path === obtainToken.path || isReading(path));
  if (method === 'POST' && path === obtainToken.path) {
    return GRANTS.has(new URLSearchParams(body).get('grant_type') ?? '');
  }
  return isReading(path, method) && (method === 'POST' || body === undefined);
}

function isReading(path: string, method?: string): boolean {
  return readings.some(
    known => known.pattern.test(path) && (method === undefined || known.method === method),
  );
}

/** An answer, whatever it says. */
export type Heard = { status: number; ms: number; headers: Headers; text: string };

/** No answer that could be read to its end. */
export type Unheard = { status: null; ms: number; why: string };
