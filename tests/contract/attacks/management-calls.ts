const body = (fields: unknown): RequestInit => ({ body: JSON.stringify(fields) });

const CLIENT_FORM = body({ name: 'Mine', redirect: 'https://mine.example/' });
const SOME = '00000000-0000-4000-8000-000000000000';

/** The ten calls on clients and tokens, as somebody sends them who may not: method, address, body. */
export const MANAGEMENT: [method: string, path: string, rest: RequestInit][] = [
  ['GET', '/oauth/clients', {}],
  ['POST', '/oauth/clients', CLIENT_FORM],
  ['PUT', '/oauth/clients/1001', CLIENT_FORM],
  ['DELETE', '/oauth/clients/1001', {}],
  ['GET', '/oauth/tokens', {}],
  ['DELETE', `/oauth/tokens/${SOME}`, {}],
  ['GET', '/oauth/personal-access-tokens', {}],
  ['POST', '/oauth/personal-access-tokens', body({ name: 'Mine', scopes: ['profile'] })],
  ['DELETE', `/oauth/personal-access-tokens/${SOME}`, {}],
  ['GET', '/oauth/scopes', {}],
];
