import {
  changeClient,
  createClient,
  createPersonalToken,
  deleteClient,
  listAuthorizedTokens,
  listClients,
  listPersonalTokens,
  listScopes,
  replaceClientSecret,
  revokeAuthorizedToken,
  revokePersonalToken,
} from '#contract/credentials.ts';
import { readRedirects, redirectWords } from '#domain/redirects.ts';
import { isLocalId } from '#kit/ids.ts';
import { grantableScopes, SCOPE_TITLES, servesPersonal } from '../auth/authorize-call.ts';
import {
  type ClientForm,
  endPersonalToken,
  type Granted,
  makeClient,
  makePersonalToken,
  type OwnClient,
  PERSONAL_DAYS_MAX,
  readAuthorizations,
  readOwnClients,
  readPersonalTokens,
  replaceSecret,
  revokeAuthorization,
  revokeClient,
  updateClient,
} from '../auth/credentials.ts';
import { audit } from '../commands/act.ts';
import { invalid, notFound } from '../db/refusal.ts';
import { presentDate } from './present.ts';
import { command, query, type Route, secretCommand } from './route.ts';

const PERSONAL_CLIENT_NAME = 'Personal access tokens';

export const credentialRoutes: Route[] = [
  query(listClients, async ({ deps, identity }) =>
    (await readOwnClients(deps.db, identity.id)).map(presentClient),
  ),
  secretCommand(createClient, async ({ tx, act, input }) => {
    const { client, secret } = await makeClient(tx, act.actorId, readForm(input), act.now);
    await audit(tx, act, { action: 'client_create', ...named(client), after: recorded(client) });
    return presentWithSecret(client, secret);
  }),
  secretCommand(replaceClientSecret, async ({ tx, act, input }) => {
    const which = { userId: act.actorId, id: readClientId(input.client) };
    const { client, secret } = await replaceSecret(tx, which, act.now);
    await audit(tx, act, { action: 'client_secret_replace', ...named(client) });
    return presentWithSecret(client, secret);
  }),
  command(changeClient, async ({ tx, act, input }) => {
    const which = { userId: act.actorId, id: readClientId(input.client) };
    const { before, after } = await updateClient(tx, which, readForm(input), act.now);
    const changes = { before: recorded(before), after: recorded(after) };
    await audit(tx, act, { action: 'client_change', ...named(after), ...changes });
    return presentClient(after);
  }),
  command(deleteClient, async ({ tx, act, input }) => {
    const client = await revokeClient(tx, { userId: act.actorId, id: readClientId(input.client) }, act.now);
    await audit(tx, act, { action: 'client_delete', ...named(client), before: recorded(client) });
    return {};
  }),

  query(listAuthorizedTokens, async ({ deps, identity }) => {
    const granted = await readAuthorizations(deps.db, identity.id, new Date(deps.clock()));
    return granted.map(each => presentListed(each, each.name));
  }),
  revoking(revokeAuthorizedToken, 'authorization_revoke', revokeAuthorization),

  query(listPersonalTokens, async ({ deps, identity }) => {
    const granted = await readPersonalTokens(deps.db, identity.id, new Date(deps.clock()));
    return granted.map(each => presentListed(each, PERSONAL_CLIENT_NAME));
  }),
  secretCommand(createPersonalToken, async ({ tx, act, identity, input }) => {
    const form = { ...input, can: identity.can };
    const { accessToken, granted } = await makePersonalToken(tx, act.actorId, form, act.now);
    await audit(tx, act, { action: 'personal_token_create', ...LOGIN, after: recordedLogin(granted) });
    return { accessToken, token: presentGranted(granted) };
  }),
  revoking(revokePersonalToken, 'personal_token_revoke', endPersonalToken),
  query(listScopes, async ({ identity }) =>
    grantableScopes(identity.can).map(id => ({
      id,
      description: SCOPE_TITLES[id],
      personal: servesPersonal(id),
      personal_days_max: PERSONAL_DAYS_MAX,
    })),
  ),
];

function revoking(endpoint: typeof revokePersonalToken, action: string, end: typeof endPersonalToken): Route {
  return command(endpoint, async ({ tx, act, input }) => {
    const family = String(input.token);
    if (!isLocalId(family)) throw notFound();
    const ended = await end(tx, { userId: act.actorId, family }, act.now);
    await audit(tx, act, { action, ...LOGIN, before: recordedLogin(ended) });
    return {};
  });
}

function readForm({ name, redirect }: { name: string; redirect: string }): ClientForm {
  const read = readRedirects(redirect);
  if (!read.ok) throw invalid({ redirect: [redirectWords(read.problem)] });
  return { name, redirects: read.value };
}

function readClientId(key: string | number): number {
  if (/^\d{1,15}$/.test(String(key))) return Number(key);
  throw notFound();
}

/** A login has no number to be named by: it stands in what was before or after. */
const LOGIN = { entity: 'oauth_login', entityId: null };

const named = ({ id }: OwnClient) => ({ entity: 'oauth_client', entityId: id });

/** Where codes are sent to says who could take them: that is what one looks for. */
const recorded = ({ redirects }: OwnClient) => ({ redirects });

function recordedLogin({ family, client_id, scopes, expires_at }: Granted) {
  return { family, client_id, scopes, expires_at };
}

function presentClient({ id, user_id, name, redirects, ...times }: OwnClient) {
  const kind = { personal_access_client: false, password_client: false, revoked: false };
  return { id, user_id, name, redirect: redirects.join(','), ...kind, ...presentTimes(times) };
}

const presentWithSecret = (client: OwnClient, secret: string) => ({
  ...presentClient(client),
  secret,
  plainSecret: secret,
});

function presentGranted({ family, user_id, client_id, name, scopes, expires_at, ...times }: Granted) {
  const login = { id: family, user_id, client_id, name, scopes, revoked: false };
  return { ...login, ...presentTimes(times), expires_at: presentDate(expires_at) };
}

type Times = { created_at: Date; updated_at: Date; last_used_at: Date | null };

function presentTimes({ created_at, updated_at, last_used_at }: Times) {
  return {
    created_at: presentDate(created_at),
    updated_at: presentDate(updated_at),
    last_used_at: last_used_at && presentDate(last_used_at),
  };
}

function presentListed(granted: Granted, client: string) {
  return { ...presentGranted(granted), client: { id: granted.client_id, name: client } };
}
