/** Which fields of an input name a thing, whose it must be, and how the server says that there is none. */

/** What belongs to the caller alone. */
export type OwnedObject = 'contact' | 'code' | 'client' | 'authorization' | 'personal';

/** `firm` is a thing that whoever passes the guard may name. */
export type ObjectReference = {
  whose: OwnedObject | 'firm';
  /** 404, or 422 where the thing is one of several choices of a form; `made` where the caller gives new ids. */
  missing: 404 | 422 | 'made';
  /** Values that name no thing and are meant. */
  except?: readonly unknown[];
};

const own = (whose: OwnedObject, missing: 404 | 422 = 404): ObjectReference => ({ whose, missing });
const ofFirm = (missing: 404 | 422 = 404): ObjectReference => ({ whose: 'firm', missing });

const NEW_ID: ObjectReference = { whose: 'firm', missing: 'made' };

/** Endpoints that ask who calls, and whose input names nothing. */
const WITHOUT_REFERENCES = [
  ...['getUser', 'listContacts', 'listAllContacts', 'listContactStates', 'basaDistrictList'],
  ...['basaWorkList', 'pointDistrictList', 'pointWorkList', 'listRequests', 'listPromoters'],
  ...[
    'addPromoter',
    'findTakenEmails',
    'listUsers',
    'listUserNames',
    'listReceipts',
    'listWriteOffs',
    'findNomenclature',
  ],
  ...['listPolicies', 'listSources', 'listAttributes', 'listComparisons', 'listClients'],
  ...['createClient', 'listAuthorizedTokens', 'listPersonalTokens', 'createPersonalToken'],
  ...['listScopes', 'searchUsers', 'search', 'readRefusals'],
];

/** One row per endpoint that asks who calls. */
export const OBJECTS: Record<string, Record<string, ObjectReference>> = {
  ...Object.fromEntries(WITHOUT_REFERENCES.map(name => [name, {}])),
  loginAs: { user_id: ofFirm() },
  getAccount: { id: ofFirm() },
  blockUser: { id: ofFirm() },
  unblockUser: { id: ofFirm() },
  saveUserRoles: { id: ofFirm() },
  saveContact: { id: own('contact') },
  getContact: { id: own('contact') },
  deleteContact: { id: own('contact') },
  sendOrder: { contact_id: own('contact', 422), district_id: ofFirm(422), work_id: ofFirm(422) },
  getRequest: { codeNumber: own('code') },
  getModerationRequest: { id: ofFirm() },
  listPayouts: {},
  getPayout: { promoterId: ofFirm() },
  listOwedRequests: { promoterId: ofFirm() },
  payPromoter: { promoter_id: ofFirm(422) },
  takeBackPayment: { payment_id: ofFirm() },
  getPayment: { id: ofFirm() },
  findPayments: { promoterId: ofFirm(422) },
  readStats: { promoterId: { ...ofFirm(422), except: [-1] } },
  readStatsDays: { promoterId: { ...ofFirm(422), except: [-1] } },
  createReport: { promoter_id: ofFirm(422) },
  listReports: { promoterId: ofFirm() },
  findReports: { promoterId: ofFirm(422) },
  getReport: { id: ofFirm() },
  deleteReport: { report_id: ofFirm() },
  openReport: { report_id: ofFirm() },
  closeReport: { report_id: ofFirm() },
  payRequest: { request_id: ofFirm() },
  unpayRequest: { request_id: ofFirm() },
  getReceipt: { id: ofFirm() },
  saveReceipt: {
    id: ofFirm(),
    contract_id: ofFirm(422),
    'nomenclature[].id': ofFirm(422),
    'nomenclature[].nomenclature_id': ofFirm(422),
  },
  getWriteOff: { id: ofFirm() },
  changeClient: { client: own('client') },
  replaceClientSecret: { client: own('client') },
  deleteClient: { client: own('client') },
  revokeAuthorizedToken: { token: own('authorization') },
  revokePersonalToken: { token: own('personal') },
  tellRequest: { code: ofFirm() },
  updatePolicy: { 'policyData.id': NEW_ID, 'policyData.rules[].id': NEW_ID },
};

/** What a new endpoint's author reads. */
export const HOW_TO =
  'Every field that names a thing needs a row in OBJECTS (tests/contract/objects.ts): whose the thing must be, and ' +
  'whether a missing one is 404 or 422. From it this test proves that nobody reaches what is not theirs. ' +
  'NAME_NOTHING is for inputs that name nothing. Of';

/** The input with another value in that field, wherever it stands; in a list, in each of its items. */
export function withField(input: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '[]') return Array.isArray(input) ? input.map(item => withField(item, rest, value)) : input;
  if (name === '') return value;
  const fields: Record<string, unknown> = { ...Object(input) };
  return { ...fields, [name]: withField(fields[name], rest, value) };
}

/** `policyData.rules[].id` in its steps. */
export function stepsOf(field: string): string[] {
  return field.match(/\w+|\[\]/g) ?? [];
}

type SchemaLike = {
  entries?: Record<string, SchemaLike>;
  options?: readonly SchemaLike[];
  item?: SchemaLike;
  wrapped?: SchemaLike;
};

/** `id`, `contact_id`, `promoterId`, `codeNumber`, and what stands in the addresses of credentials and integration. */
const REFERENCE_NAME = /(^|_)id$|Id$|Number$|^(client|token|code)$/;

/** The fields of an input that look as if they named something. */
export function referenceFields(schema: unknown, path = ''): string[] {
  // The parts of valibot's schemas that hold other schemas; a schema without them has none.
  const { entries = {}, options = [], item, wrapped } = schema as SchemaLike;
  const inside = [...options, ...(wrapped ? [wrapped] : [])].flatMap(part => referenceFields(part, path));
  const items = item ? referenceFields(item, `${path}[]`) : [];
  const prefix = path && `${path}.`;
  const fields = Object.entries(entries).flatMap(([name, field]) => [
    ...(REFERENCE_NAME.test(name) ? [prefix + name] : []),
    ...referenceFields(field, prefix + name),
  ]);
  return [...new Set([...fields, ...inside, ...items])];
}
