/** How each of our endpoints is answered there: one table. The forms of a cell come by turns, the recorded one first. */
import { type Call, Echo, type Generation, type Json } from './call.ts';
import {
  bare,
  inData,
  inList,
  inPolicies,
  inReports,
  keyed,
  paginator,
  paginatorInList,
  paginatorKeyed,
  plucked,
  resources,
} from './lists.ts';
import { wallClock } from './values.ts';

/** Makes of our server's answer, which has that generation's values already, what the controller returns. */
type Form = (body: Json, call: Call) => Json | Echo;

/** `creates`: from 5.6 on a model that was just created is a 201. `casts`: Passport's models make booleans. */
type Row = Record<Generation, readonly Form[]> & { creates?: true; casts?: true };

const YEAR_S = 31_536_000;

const asIs: Form = body => body;
const within =
  (name: string, form: Form = asIs): Form =>
  (body, call) => ({ [name]: form(body, call) });
const nothing: Form = () => new Echo('');
const one: Form = () => new Echo('1');
const word: Form = () => new Echo('success');
const success: Form = () => ({ status: 'success' });

const inPage = { '5.4': [paginator, paginatorInList], '8': [paginator, resources] };
const inAnyList = { '5.4': [bare, keyed], '8': [inData, inList] };
const done = { '5.4': [success, one, nothing], '8': [nothing, one, word, success] };
const model = (name: string) => ({ '5.4': [asIs, within(name)], '8': [asIs, within('data')] });

/** `create()` gives the model back as it was filled: no column that was not, the id last. */
const created: Form = ({ id, created_at, updated_at = created_at, ...rest }) => {
  const filled = Object.entries(rest).filter(([, value]) => value !== null && typeof value !== 'object');
  return { ...Object.fromEntries(filled), updated_at, created_at, id };
};

const savedContact: Form = (body, call) => (call.input.id ? asIs : created)(body, call);

const names: Form = body => body.can && Object.keys(body.can).filter(name => yes(body.can[name]));
const yes = (flag: unknown) => flag === true || flag === '1';

/** Entrust's user: its roles as they stand in the table between, no `role` of its own; permissions in any of PHP's ways. */
function userWith(can: (names: string[]) => Json): Form {
  return (body, call) => {
    const { role, ...user } = body;
    const found = names(body, call);
    return {
      ...user,
      roles: body.roles.map(withPivot(body, call)),
      can: found.length === 0 ? [] : can(found),
    };
  };
}

const withPivot =
  (user: Json, { generation }: Call) =>
  (role: Json) => ({
    ...role,
    display_name: generation === '8' ? role.display_name : null,
    description: null,
    pivot: { user_id: user.id, role_id: role.id },
  });

const objects = userWith(can => can.map(name => ({ name })));
const texts = userWith(can => can);
const ones = userWith(can => Object.fromEntries(can.map(name => [name, 1])));
const truths = userWith(can => Object.fromEntries(can.map(name => [name, true])));

const usersOf =
  (wrap: Form): Form =>
  (body, call) =>
    wrap(
      { list: body.list.map((user: Json) => ({ ...user, roles: user.roles.map(withPivot(user, call)) })) },
      call,
    );

/** Only what a picker shows. */
const thin =
  (wrap: Form): Form =>
  (body, call) =>
    wrap({ list: body.list.map(({ id, name }: Json) => ({ id, name })) }, call);

/** A column `title` in place of `name`, also of the rows below. */
const titled =
  (wrap: Form): Form =>
  (body, call) =>
    wrap({ list: body.list.map(titleRow) }, call);
function titleRow({ name, children, ...row }: Json): Json {
  return { ...row, title: name, ...(children ? { children: children.map(titleRow) } : {}) };
}

/** GROUP BY has no row for nothing, and SUM none for nobody. */
function summed({ counts, percentSum, status }: Json) {
  const some = Object.entries(counts).filter(([, count]) => Number(count) > 0);
  const isNone = some.length === 0;
  return { counts: isNone ? [] : Object.fromEntries(some), status, percentSum: isNone ? null : percentSum };
}

const requestsBare: Form = body => {
  const { current_page, last_page } = body;
  return { list: body.list, ...summed(body), current_page, last_page };
};

/** Rows of `SUM(…)` over a LEFT JOIN; SUM of a comparison is a DECIMAL as well. */
const statsOf =
  (wrap: Form): Form =>
  (body, call) =>
    wrap({ list: body.list.map(statsRow) }, call);
function statsRow({ avg, sum, id, name, count, done }: Json): Json {
  const has = Number(count) > 0;
  return { avg: has ? avg : null, sum: has ? sum : null, id, name, count, done: has ? String(done) : null };
}

const reportMade: Form = (body, call) => (body.id ? { status: 'success', id: body.id } : asIs(body, call));

const closedAt =
  (write: (wall: string) => Json): Form =>
  ({ closed_at }) => ({ status: 'success', closed_at: closed_at && write(closed_at) });
const carbon = (wall: string) => ({ date: `${wall}.000000`, timezone_type: 3, timezone: 'Europe/Moscow' });
const precise = (instant: string) => instant.replace('.000000Z', '.345250Z');

const closing = {
  '5.4': [closedAt(wall => wall), closedAt(carbon), success, one],
  '8': [closedAt(precise), nothing, word],
};

/** A many-to-many: the line is the nomenclature, with what belongs to the line in its pivot. */
const pivoted: Form = ({ nomenclature, ...document }) => ({
  ...document,
  nomenclatures: nomenclature.map(({ id, nomenclature_id, title, unit, ...pivot }: Json) => ({
    ...{ id: nomenclature_id, title, unit },
    pivot: { enter_id: document.id, nomenclature_id, ...pivot },
  })),
});
const items: Form = ({ nomenclature, ...document }) => ({ data: { ...document, items: nomenclature } });
const document = { '5.4': [pivoted, within('data')], '8': [asIs, items] };

/** Trees in a TEXT column that no cast reads. */
const jsonTexts =
  (wrap: Form): Form =>
  (body, call) =>
    wrap({ list: body.list.map((policy: Json) => ({ ...policy, ...textsOf(policy) })) }, call);
const textsOf = ({ target, rules }: Json) => ({
  target: JSON.stringify(target),
  rules: JSON.stringify(rules),
});

const eachOf = (body: Json, write: (item: Json) => Json) =>
  Object.fromEntries(Object.entries(body).map(([type, all]) => [type, (all as Json[]).map(write)]));

const attributesOf =
  (values: (all: Json[]) => Json): Form =>
  body =>
    eachOf(body, attribute => ({
      ...attribute,
      ...(attribute.values ? { values: values(attribute.values) } : {}),
      ...(attribute.relation ? { relation: `App\\${capital(attribute.relation)}` } : {}),
    }));
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const byId = (all: Json[]) => Object.fromEntries(all.map(({ id, name }) => [id, name]));

const comparisons: Form = body =>
  eachOf(body, method => ({ ...method, multiple: yes(method.multiple) ? 1 : 0 }));

/** A personal access token of Passport, with its model. No refresh token comes with it. */
const personalToken: Form = ({ access_token }, { input, url, zone, generation }) => {
  const now = `${new Date().toISOString().slice(0, 19)}.000000Z`;
  const at = generation === '5.4' ? wallClock(now, zone) : now;
  const expires_at = at.replace(/^\d+/, year => String(Number(year) + 1));
  const owner = { user_id: input.user_id, client_id: 1, name: `Login as from ${url.hostname}`, scopes: [] };
  const id = Buffer.from(access_token).toString('hex').slice(0, 80);
  return {
    accessToken: access_token,
    token: { id, ...owner, revoked: false, created_at: at, updated_at: at, expires_at },
  };
};

const pair: Form = ({ access_token, refresh_token }) => ({
  ...{ token_type: 'Bearer', expires_in: YEAR_S, access_token },
  ...(refresh_token ? { refresh_token } : {}),
});

const withSecret = (client: Json, { secrets }: Call): Json => {
  if (client.secret) secrets.set(String(client.id), client.secret);
  const secret = secrets.get(String(client.id)) ?? 'x'.repeat(40);
  const { id, user_id, name, redirect, plainSecret, last_used_at, ...rest } = client;
  return { id, user_id, name, secret, redirect, ...rest };
};
const clients: Form = (body, call) => body.map((client: Json) => withSecret(client, call));
const hidden: Form = ({ secret, plainSecret, last_used_at, ...client }) => client;
const token: Form = ({ last_used_at, ...model }) => model;
const tokens: Form = (body, call) => body.map((each: Json) => token(each, call));
const scopes: Form = body => body.map(({ id, description }: Json) => ({ id, description }));

const same = (...forms: Form[]) => ({ '5.4': forms, '8': forms });
const gone = { '5.4': [nothing], '8': [() => new Echo('', 204)] };

/** Endpoint by name → its forms. One that is not here does not exist there. */
export const ANSWERS: Record<string, Row> = {
  obtainToken: same(pair),
  loginAs: { '5.4': [personalToken], '8': [pair, personalToken] },
  getUser: { '5.4': [objects, within('user', texts), ones], '8': [truths, within('data', truths)] },

  saveContact: {
    '5.4': [savedContact, within('contact')],
    '8': [savedContact, within('data')],
    creates: true,
  },
  getContact: model('contact'),
  listContacts: { '5.4': [paginatorInList, paginatorKeyed], '8': [resources, paginatorInList] },
  listAllContacts: { '5.4': [thin(bare), thin(keyed)], '8': [inData, bare] },
  listContactStates: { '5.4': [plucked], '8': [inData, bare] },
  deleteContact: done,

  basaDistrictList: { '5.4': [bare, titled(keyed)], '8': [inData, inList] },
  basaWorkList: { '5.4': [titled(bare), keyed], '8': [inData, inList] },
  pointDistrictList: { '5.4': [bare, titled(keyed)], '8': [inData, inList] },
  pointWorkList: { '5.4': [titled(bare), keyed], '8': [inData, inList] },
  sendOrder: {
    '5.4': [created, ({ fullcode }) => ({ fullcode })],
    '8': [created, within('data')],
    creates: true,
  },
  listRequests: {
    '5.4': [requestsBare, (body, call) => ({ list: paginator(body, call), ...summed(body) })],
    '8': [
      (body, call) => ({ list: paginator(body, call), ...summed(body) }),
      (body, call) => ({ ...resources(body, call), ...summed(body) }),
    ],
  },
  getRequest: model('request'),

  listPromoters: inAnyList,
  addPromoter: { '5.4': [created, within('user')], '8': [created, within('data')], creates: true },
  getModerationRequest: model('request'),
  readStats: { '5.4': [statsOf(bare), statsOf(keyed)], '8': [statsOf(inData), statsOf(bare)] },
  createReport: { '5.4': [asIs, reportMade], '8': [asIs, reportMade] },
  listReports: { '5.4': [inReports, bare], '8': [inData, inList] },
  getReport: model('report'),
  deleteReport: done,
  openReport: done,
  closeReport: closing,
  payRequest: done,
  unpayRequest: done,

  listUsers: { '5.4': [usersOf(bare), usersOf(keyed)], '8': [usersOf(inData), usersOf(inList)] },
  listUserNames: inAnyList,

  listReceipts: inPage,
  listWriteOffs: inPage,
  getReceipt: document,
  getWriteOff: document,
  saveReceipt: document,
  findNomenclature: { '5.4': [bare, keyed], '8': [inData, bare] },

  listPolicies: { '5.4': [jsonTexts(bare), jsonTexts(inPolicies)], '8': [inData, jsonTexts(keyed)] },
  listSources: same(asIs),
  listAttributes: { '5.4': [attributesOf(byId), attributesOf(all => all.map(({ id }) => id))], '8': [asIs] },
  listComparisons: { '5.4': [comparisons, asIs], '8': [asIs] },
  updatePolicy: done,

  listClients: { ...same(clients), casts: true },
  createClient: { ...same(withSecret), creates: true, casts: true },
  changeClient: { ...same(hidden), casts: true },
  deleteClient: gone,
  listAuthorizedTokens: { ...same(tokens), casts: true },
  revokeAuthorizedToken: gone,
  listPersonalTokens: { ...same(tokens), casts: true },
  createPersonalToken: {
    ...same((body, call) => ({ ...body, token: token(body.token, call) })),
    casts: true,
  },
  revokePersonalToken: gone,
  listScopes: { ...same(scopes), casts: true },
};

/** The answer of that call, and its status. */
export function answerOf(row: Row, body: Json, call: Call): { status: number; body: Json | Echo } {
  const forms = row[call.generation];
  const form = forms[call.way % forms.length] ?? asIs;
  const written = form(body, call);
  if (written instanceof Echo) return { status: written.status, body: written };
  const isNew = row.creates === true && call.generation === '8' && !call.input.id;
  return { status: isNew ? 201 : 200, body: written };
}
