import { expect, it } from 'vitest';
import type { Action } from './client.ts';
import type { SeenEntry } from './page-outbox.ts';
import type { Passage } from './proxy/proxy.ts';
import type { ServerData } from './server.ts';
import { type DeviceEnd, judge, openOf, type RoundEnd } from './verdict.ts';

const PROMOTER = 3;

const action = (part: Partial<Action> = {}): Action => ({
  marker: 'Н1',
  kind: 'contact.create',
  id: 'a',
  words: 'Н1/0',
  contact: '',
  owner: PROMOTER,
  result: 'kept',
  why: '',
  ...part,
});

const entry = (part: Partial<SeenEntry> = {}): SeenEntry => ({
  seq: 1,
  id: 'a',
  kind: 'contact.create',
  aggregate: 'contact:a',
  refs: [],
  state: 'done',
  attempts: 1,
  key: 'k1',
  serverId: 7,
  payload: null,
  absentAt: 0,
  owner: PROMOTER,
  hasQuestion: false,
  error: '',
  ...part,
});

const row = (part: Partial<ServerData['contacts'][number]> = {}): ServerData['contacts'][number] => ({
  id: 7,
  promoterId: PROMOTER,
  first_name: 'Н1',
  last_name: null,
  comment: 'Н1/0',
  clientKey: 'k1',
  deleted: false,
  ...part,
});

const save = (part: Partial<Passage> = {}): Passage => ({
  at: 1,
  method: 'POST',
  path: '/api/promo/contacts/save',
  key: 'k1',
  token: 't1',
  fault: '' as const,
  body: '{"first_name":"Н1","comment":"Н1/0"}',
  status: 200,
  sends: 1,
  ...part,
});

const refresh = (at: number): Passage =>
  save({ at, path: '/oauth/token', key: '', body: '{"grant_type":"refresh_token","refresh_token":"r1"}' });

type World = {
  keyed?: boolean;
  actions?: Action[];
  entries?: SeenEntry[];
  contacts?: ServerData['contacts'];
  data?: Partial<ServerData>;
  end?: Partial<DeviceEnd>;
};

/** A contact that was kept, sent and arrived, but for what the test says. */
function world({ keyed = true, actions, entries, contacts, data, end }: World): RoundEnd {
  const device: DeviceEnd = {
    name: 'phone',
    actions: actions ?? [action()],
    passages: [save()],
    met: {},
    killedAt: [],
    toEmptyMs: 5,
    device: { entries: entries ?? [entry()], duplicates: [], circumstances: '' },
    expiries: 0,
    ...end,
  };
  const empty = { effects: [], requests: [], emails: new Map<number, string>(), disagreements: [] };
  return { keyed, devices: [device], data: { ...empty, contacts: contacts ?? [row()], ...data } };
}

it('what was kept, sent and arrived once is no finding', () => {
  expect(judge(world({}))).toMatchObject({ findings: [], figures: { acknowledged: 1, toEmptyMs: [5] } });
});

it('[S4] what was kept and is neither here nor there is lost; what still waits, was refused or is asked is not', () => {
  expect(judge(world({ contacts: [], entries: [] })).figures.lost).toBe(1);
  for (const here of [{ state: 'rejected' as const }, { state: 'unsure' as const, hasQuestion: true }]) {
    expect(judge(world({ contacts: [], entries: [entry(here)] })).findings).toEqual([]);
  }
});

it('[S11] what was told as sent and is not on the server is lost', () => {
  expect(judge(world({ contacts: [] }))).toMatchObject({ figures: { lost: 1 } });
});

it('what died with the device before it was told is nobody’s loss', () => {
  expect(
    judge(world({ actions: [action({ result: 'unknown' })], entries: [], contacts: [] })).findings,
  ).toEqual([]);
});

it('[S13] twice on a server that knows keys is doubled, whoever did it', () => {
  const { figures } = judge(
    world({ contacts: [row(), row({ id: 8 })], end: { passages: [save({ sends: 2 })] } }),
  );
  expect(figures).toMatchObject({ doubledKeyed: 1, doubledByUs: 0, doubledByBrowser: 0 });
});

it('[S13] without keys a second attempt of ours is a finding, and what the browser repeated is only counted', () => {
  const twice = { keyed: false, contacts: [row(), row({ id: 8 })] };
  const ours = judge(world({ ...twice, end: { passages: [save(), save({ at: 9 })] } }));
  expect(ours).toMatchObject({
    figures: { doubledByUs: 1, doubledByBrowser: 0 },
    findings: [expect.anything()],
  });
  const found = { entries: [entry()], duplicates: [{ noun: 'contact', twinId: 8 }], circumstances: '' };
  const theirs = judge(world({ ...twice, end: { passages: [save({ sends: 2 })], device: found } }));
  expect(theirs).toMatchObject({
    figures: { doubledByUs: 0, doubledByBrowser: 1, detected: 1 },
    findings: [],
  });
  const asked = { ...twice, entries: [entry({ state: 'unsure', hasQuestion: true })] };
  const shown = judge(world({ ...asked, end: { passages: [save({ sends: 2 })] } }));
  expect(shown.figures).toMatchObject({ doubledByBrowser: 1, detected: 1 });
});

it('[S13] an edit that took effect more often than it had keys is doubled', () => {
  const update = { actorId: PROMOTER, action: 'update', entity: 'contact', entityId: 7 } as const;
  const passages = [save({ key: 'k2', body: '{"id":7,"first_name":"Н1","comment":"Н1/0"}' })];
  const effects = [1, 2].map(id => ({ id, ...update }));
  expect(judge(world({ data: { effects }, end: { passages } })).figures.doubledKeyed).toBe(1);
});

it('[S16] a contact that does not say what was last kept is in the wrong order, or lost if that was never sent', () => {
  const actions = [action(), action({ kind: 'contact.update', id: 'b', words: 'Н1/1' })];
  expect(judge(world({ actions })).figures).toMatchObject({ lost: 1, wrongOrder: 0 });
  const passages = [save({ body: '{"id":7,"first_name":"Н1","comment":"Н1/1"}' }), save()];
  expect(judge(world({ actions, end: { passages } })).figures).toMatchObject({ lost: 0, wrongOrder: 1 });
  const waits = entry({ id: 'b', kind: 'contact.update', state: 'rejected' });
  expect(judge(world({ actions, entries: [entry(), waits] })).findings).toEqual([]);
});

it('[S18] an order for somebody else than it was taken from is an orphan', () => {
  const order = action({ marker: 'З1', kind: 'order.create', id: 'o', contact: 'Н1' });
  const request = { id: 1, promoterId: PROMOTER, contactId: 99, broken: 'З1', fullcode: '', clientKey: '' };
  expect(judge(world({ actions: [action(), order], data: { requests: [request] } })).figures.orphans).toBe(1);
});

it('[S27] a row of another user, and a token that carried entries of two, are the wrong user', () => {
  expect(judge(world({ contacts: [row({ promoterId: 4 })] })).figures.wrongUser).toBe(1);
  const passages = [save(), save({ key: 'k2' })];
  const entries = [entry(), entry({ id: 'b', key: 'k2', owner: 4 })];
  expect(judge(world({ entries, end: { passages } })).figures.wrongUser).toBe(1);
});

it('[S22] what waits for nothing and has not left is stuck', () => {
  const verdict = judge(
    world({ contacts: [], entries: [entry({ state: 'queued' })], end: { toEmptyMs: null } }),
  );
  expect(verdict).toMatchObject({ figures: { stuck: 1, lost: 0, toEmptyMs: [] } });
});

it('[S16] what stands behind a question waits for the user: an order for that contact, an edit of it', () => {
  const asked = entry({ state: 'unsure', hasQuestion: true });
  const next = { seq: 2, id: 'b', state: 'queued' } as const;
  const edit = entry({ ...next, kind: 'contact.update' });
  const order = entry({ ...next, kind: 'order.create', aggregate: 'order:b', refs: ['a'] });
  for (const waiting of [edit, order]) {
    expect(openOf([asked, waiting])).toEqual([]);
    expect(openOf([entry(), waiting])).toEqual([waiting]);
  }
});

it('[S25] a refresh token is exchanged once, unless who heard the answer has died', () => {
  const passages = [save(), refresh(10), refresh(20)];
  expect(judge(world({ end: { passages } })).findings).toEqual([expect.stringContaining('[S25]')]);
  expect(judge(world({ end: { passages, killedAt: [15] } })).findings).toEqual([]);
});

it('[S6] what was refused for want of room and is there after all is a finding', () => {
  const refused = [action({ result: 'refused', why: 'full' })];
  expect(judge(world({ actions: refused })).findings).toEqual([expect.stringContaining('[S6]')]);
  expect(judge(world({ actions: refused, entries: [], contacts: [] })).findings).toEqual([]);
});
