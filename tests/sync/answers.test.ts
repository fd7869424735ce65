/** [S11] Every answer to every call that is no GET, as its caller sees it in page and worker, and what the queue makes of it. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { isAnswered, type Problem } from '#api/problem.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { type CommandName, endpoints } from '#contract/endpoints.ts';
import type { Result } from '#kit/result.ts';
import type { EntryState } from '#storage/outbox-db.ts';
import { remember } from '#sync/control-rows.ts';
import { drain } from '#sync/drain.ts';
import { workerAuthStore } from '#sync/session-mirror.ts';
import { ANSWERS, type Seen, WITHOUT_JSON } from '#tests/support/answers.ts';
import { attacked } from '#tests/support/attacks.ts';
import { endpointAt } from '#tests/support/endpoint-at.ts';
import { knownContact, orderTo, ownerOf, people, type Setup, setUp } from './rules/fixture.ts';

const CALLS = Object.entries(endpoints).filter(([, { method }]) => method !== 'GET');
const COMMANDS = CALLS.filter(([, { reads }]) => !reads);

/** Whatever is called finds in it what stands in its address. */
const INPUT = { id: 7, client: 7, token: 'a', code: 'Л-7', page: 1 };

const CONTEXTS = ['page', 'worker'] as const;
type Context = (typeof CONTEXTS)[number];

/** What sends in that context: the worker has no local storage. */
async function contextOf({ phone }: Setup, context: Context) {
  if (context === 'page') return phone.context;
  const auth = workerAuthStore(phone.db);
  await auth.write(phone.auth.read());
  const { transport, context: ofPage } = phone;
  const { withLock } = ofPage;
  return { ...ofPage, api: createApi({ clientId: '2', clientSecret: 'secret', transport, auth, withLock }) };
}

/** Every call of that name meets this answer. */
function answerTo({ server }: Setup, name: string, respond: () => Response): void {
  server.intercept = request => {
    const asked = endpointAt(request.method, new URL(request.url).pathname);
    return asked?.name === name ? respond() : null;
  };
}

function seenOf(answer: Result<unknown, Problem>): Seen {
  if (answer.ok) return 'done';
  return isAnswered(answer.problem) && answer.problem.kind !== 'server' ? 'refused' : 'unknown';
}

async function seenBy(setup: Setup, context: Context, answers: typeof ANSWERS) {
  const { api } = await contextOf(setup, context);
  const cells: Record<string, Record<string, Seen>> = {};
  for (const [name, call] of CALLS) {
    const row: Record<string, Seen> = {};
    cells[name] = row;
    for (const { name: answer, respond } of answers) {
      answerTo(setup, name, () => respond(call));
      attacked(`answer ${answer}`);
      row[answer] = seenOf(await api.call(call, INPUT));
    }
  }
  return cells;
}

function expectedOf(answers: typeof ANSWERS) {
  return Object.fromEntries(
    CALLS.map(([name, call]) => [
      name,
      Object.fromEntries(answers.map(answer => [answer.name, answer.seen(call)])),
    ]),
  );
}

describe.each(CONTEXTS)('in the %s', context => {
  it('[S11] each answer to each call is done, refused or unknown', async () => {
    const setup = await setUp();
    expect(CALLS.length).toBeGreaterThanOrEqual(30);
    expect(await seenBy(setup, context, ANSWERS)).toEqual(expectedOf(ANSWERS));
  });

  it('[S11] of a backend that has echoed keys nothing without JSON is a success', async () => {
    const setup = await setUp();
    await remember(setup.phone.db, 'keyed', ownerOf(setup.phone).apiOrigin);
    const unknown = WITHOUT_JSON.map(answer => ({ ...answer, seen: () => 'unknown' as const }));
    expect(await seenBy(setup, context, unknown)).toEqual(expectedOf(unknown));
  });
});

it('[S11] a command without a proof does not compile', () => {
  const call = { title: '', path: '/x', guard: 'session', input: v.object({}), reply: v.object({}) } as const;
  const declared: Endpoint[] = [
    // @ts-expect-error a command without `succeedsBy`
    endpoint({ ...call, method: 'POST' }),
    // @ts-expect-error an empty `succeedsBy`
    endpoint({ ...call, method: 'PUT', succeedsBy: [] }),
    endpoint({ ...call, method: 'DELETE', succeedsBy: ['empty'] }),
    endpoint({ ...call, method: 'GET' }),
  ];
  expect(declared).toHaveLength(4);
});

/** The readings that show whether a command was carried out. None: only asking again tells, and does no harm. */
const READ_BACK_BY = {
  obtainToken: [],
  loginAs: [],
  revokeToken: [],
  saveContact: ['listContacts', 'getContact'],
  deleteContact: ['getContact', 'listAllContacts'],
  sendOrder: ['listRequests'],
  addPromoter: ['listPromoters'],
  createReport: ['listReports'],
  deleteReport: ['getReport'],
  openReport: ['getReport'],
  closeReport: ['getReport'],
  payRequest: ['getReport', 'getModerationRequest'],
  unpayRequest: ['getReport', 'getModerationRequest'],
  payPromoter: ['findPayments', 'listOwedRequests'],
  takeBackPayment: ['getPayment'],
  blockUser: ['getAccount'],
  unblockUser: ['getAccount'],
  saveUserRoles: ['getAccount'],
  saveReceipt: ['getReceipt'],
  updatePolicy: ['listPolicies'],
  createClient: ['listClients'],
  changeClient: ['listClients'],
  replaceClientSecret: [],
  deleteClient: ['listClients'],
  revokeAuthorizedToken: ['listAuthorizedTokens'],
  createPersonalToken: ['listPersonalTokens'],
  revokePersonalToken: ['listPersonalTokens'],
  tellRequest: ['getModerationRequest'],
} satisfies Record<CommandName, readonly string[]>;

it('[S11] each command is read back by a reading that its caller may ask', () => {
  const readBackBy: Record<string, readonly string[]> = READ_BACK_BY;
  expect(Object.keys(readBackBy).sort()).toEqual(COMMANDS.map(([name]) => name).sort());
  for (const [name, { guard, scope }] of COMMANDS) {
    for (const by of readBackBy[name] ?? []) {
      const reading = endpoints[by];
      expect([name, by, reading?.succeedsBy, reading !== undefined]).toEqual([name, by, undefined, true]);
      const isOwn = [guard, 'session'].includes(reading?.guard ?? '');
      expect([name, by, isOwn || scope === 'integration']).toEqual([name, by, true]);
    }
  }
});

/** A kind of the queue: the call that it is sent by, and what is saved. */
const KINDS = [
  ['contact.create', 'saveContact', () => people.anna],
  ['contact.update', 'saveContact', (contact: string) => ({ ...people.vera, contact })],
  ['contact.delete', 'deleteContact', (contact: string) => ({ contact, name: 'Анна' })],
  ['order.create', 'sendOrder', (contact: string) => orderTo(contact)],
] as const;

const WAITS = ['401', '401 as HTML', '429', '429 as text', '503'];

/** What is left of an entry that has met the answer once: nothing has reached the server. */
function stateAfter(kind: string, seen: Seen, answer: string): EntryState {
  if (seen !== 'refused') return 'unsure';
  if (WAITS.includes(answer)) return 'queued';
  return kind === 'contact.delete' && answer.startsWith('404') ? 'done' : 'rejected';
}

/** Those after which an entry is done stand in `proving` and `forged`: there the server has done something. */
const NOT_DONE = ANSWERS.filter(({ name }) => !['201', '202'].includes(name));

describe.each(CONTEXTS)('the queue in the %s', context => {
  it.each([true, false])('[S11] is told by each answer what it proves (keyed: %s)', async keyed => {
    const setup = await setUp({ keyed });
    const { phone, server } = setup;
    const own = { ...(await contextOf(setup, context)), saysKeyed: keyed };
    const [met, expected]: [string[], string[]] = [[], []];
    for (const [kind, name, valuesOf] of KINDS) {
      const call = endpoints[name];
      if (!call) throw new Error(name);
      for (const answer of NOT_DONE) {
        const contact = knownContact(setup);
        const made = server.contacts.length;
        answerTo(setup, name, () => answer.respond(call));
        attacked(`answer ${answer.name}`);
        const payload = valuesOf(contact);
        const base = people.anna;
        await phone.outbox.enqueue(ownerOf(phone), { id: crypto.randomUUID(), kind, payload, base });
        await drain(own, ownerOf(phone));
        const [entry] = await phone.entries();
        met.push(`${kind} ${answer.name}: ${entry?.state}`);
        // An update or a deletion may be asked for again, whatever its call says of itself.
        const isRepeatable = !kind.endsWith('create');
        const seen = answer.seen({ ...call, isRepeatable });
        const isDone = seen === 'done' && !keyed;
        expected.push(`${kind} ${answer.name}: ${stateAfter(kind, isDone ? 'unknown' : seen, answer.name)}`);
        expect([kind, answer.name, server.contacts.length]).toEqual([kind, answer.name, made]);
        server.intercept = () => null;
        await phone.db.entries.clear();
        await phone.db.idMap.clear();
      }
    }
    expect(met).toEqual(expected);
  });
});
