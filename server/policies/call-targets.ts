/** Which calls policies speak of, and which thing the input of a call names. */
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { getUser } from '#contract/session.ts';
import { readRequestCode } from '../commands/request-code.ts';
import { contacts, reports, requests } from '../db/schema.ts';

/** A field that names a thing, and which row that is. */
export type CallTarget = {
  readonly source: 'contact' | 'request' | 'report';
  readonly field: string;
  /** `own` = the caller's own alone, as the call itself looks for it; `firm` = any, because the call's guard says so. */
  readonly whose: 'own' | 'firm';
  readonly which: (value: number, callerId: number) => SQL | undefined;
  /** How a text names it; without this only numbers do. */
  readonly read?: (text: string) => number | undefined;
};

const ownContact = (field: string): CallTarget => ({
  source: 'contact',
  field,
  whose: 'own',
  which: (id, callerId) =>
    and(eq(contacts.id, id), eq(contacts.promoter_id, callerId), isNull(contacts.deleted_at)),
});

const ownRequest = (field: string): CallTarget => ({
  source: 'request',
  field,
  whose: 'own',
  which: (code, callerId) => and(eq(requests.code_number, code), eq(requests.promoter_id, callerId)),
});

const anyRequest = (field: string): CallTarget => {
  return { source: 'request', field, whose: 'firm', which: id => eq(requests.id, id) };
};

const anyReport = (field: string): CallTarget => {
  return { source: 'report', field, whose: 'firm', which: id => eq(reports.id, id) };
};

const REQUEST_BY_CODE: CallTarget = {
  source: 'request',
  field: 'code',
  whose: 'firm',
  which: code => eq(requests.code_number, code),
  read: text => readRequestCode(text)?.number,
};

/** One row per call whose input names a thing that policies know. Every other call is about nothing but its caller. */
export const CALL_TARGETS: Readonly<Record<string, CallTarget>> = {
  saveContact: ownContact('id'),
  getContact: ownContact('id'),
  deleteContact: ownContact('id'),
  sendOrder: ownContact('contact_id'),
  getRequest: ownRequest('codeNumber'),
  getModerationRequest: anyRequest('id'),
  payRequest: anyRequest('request_id'),
  unpayRequest: anyRequest('request_id'),
  getReport: anyReport('id'),
  deleteReport: anyReport('report_id'),
  openReport: anyReport('report_id'),
  closeReport: anyReport('report_id'),
  tellRequest: REQUEST_BY_CODE,
};

/** The way back from a wrong policy: to sign in, to know who one is, and to mend policies. */
const ALWAYS_OPEN = ['/oauth/', '/abac/'];

/** Whether no policy is asked about a call, so that a wrong one can be mended. */
export function isExempt(endpoint: Pick<Endpoint, 'path'>): boolean {
  return endpoint.path === getUser.path || ALWAYS_OPEN.some(start => endpoint.path.startsWith(start));
}

/** The id or code that the input gives; undefined where it names nothing (a contact that is still to be made). */
export function readTargetId(named: CallTarget | undefined, input: unknown): number | undefined {
  if (!named || typeof input !== 'object' || input === null) return undefined;
  const value = new Map<string, unknown>(Object.entries(input)).get(named.field);
  if (typeof value === 'string') return named.read?.(value);
  return typeof value === 'number' ? value : undefined;
}
