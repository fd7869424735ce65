/** A firm that grows by the product's own commands: so many of everything that its lists show. */
import { randomUUID } from 'node:crypto';
import { saveContact } from '#contract/contacts.ts';
import { sendOrder } from '#contract/orders.ts';
import { type Act, COMMAND_LINE } from '#server/commands/act.ts';
import { advanceRequest } from '#server/commands/advance-request.ts';
import { deleteReport, setClosed } from '#server/commands/change-report.ts';
import { createUser } from '#server/commands/change-user.ts';
import { createReport } from '#server/commands/create-report.ts';
import { setPaid } from '#server/commands/pay-request.ts';
import type { SentReceipt } from '#server/commands/warehouse/receipt-rules.ts';
import { saveReceipt } from '#server/commands/warehouse/save-receipt.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import * as calls from './calls.ts';
import { seedToken } from './seeded-credentials.ts';
import type { TestServer, TestUser } from './server.ts';
import { seedDocument, seedNomenclature, seedWarehouse } from './stock.ts';

/** The callers, and the ids of what they ask for. */
export type GrownFirm = Awaited<ReturnType<typeof createGrowingFirm>>;

type Headers = Record<string, string>;

/** No two things are of the same moment, and no session ends meanwhile. */
const STEP_MS = 100;

const WAREHOUSE = 'Склад';

/** A firm of nothing but its people; `growTo(n)` makes it n of everything. */
export async function createGrowingFirm(server: TestServer) {
  const { users } = server;
  const to = { warehouse_to_id: await seedWarehouse(server, WAREHOUSE) };
  const { id: receipt } = await seedDocument(server, 'enter', to);
  const [promoter, colleague] = [
    await headersOf(server, users.promoter),
    await headersOf(server, users.colleague),
  ];
  const colleagues = { headers: colleague, contact: (await meet(server, colleague, 0)).id };
  const ids = { promoter: users.promoter.id, receipt, report: 0, contact: 0, code: 0 };
  let size = 0;
  return {
    ids,
    promoter,
    moderator: await headersOf(server, users.moderator),
    admin: await headersOf(server, users.admin),
    async growTo(wanted: number) {
      for (; size < wanted; size += 1)
        Object.assign(ids, await addOne(server, size + 1, { promoter, colleagues }));
      ids.report = await collectAgain(server, ids.report);
      await act(server, (tx, by) => saveReceipt(tx, by, { sent: receiptOf(receipt, wanted), version: null }));
    },
  };
}

async function headersOf(server: TestServer, user: TestUser): Promise<Headers> {
  return (await seedToken(server, { user, bearer: 'page', scopes: [] })).headers;
}

/** Done by the moderator, in one transaction. */
function act<Value>(
  { db, clock, users }: TestServer,
  work: (tx: Tx, by: Act) => Promise<Value>,
): Promise<Value> {
  clock.advance(STEP_MS);
  const by = {
    actorId: users.moderator.id,
    impersonatorId: null,
    clientKey: null,
    ip: '',
    requestId: randomUUID(),
  };
  return transact(db, tx => work(tx, { ...by, now: new Date(clock()) }));
}

async function post(server: TestServer, path: string, body: unknown, headers: Headers) {
  server.clock.advance(STEP_MS);
  const { status, text, body: made } = await calls.post(server, path, body, headers);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return made as { id: number; code_number: number }; // our own server's answer, checked by its own tests
}

function meet(server: TestServer, headers: Headers, at: number) {
  const phone = (more: number) => ({ full_phone: `7000${String(at * 2 + more).padStart(7, '0')}` });
  return post(
    server,
    saveContact.path,
    { first_name: 'Анна', contact_phones: [phone(0), phone(1)] },
    headers,
  );
}

function order(server: TestServer, headers: Headers, contact_id: number) {
  const { pointDistrict: district_id, pointWork: work_id } = server.references;
  const where = { broken: 'Не включается', street: 'Садовая', house: '7' };
  return post(server, sendOrder.path, { type: 'point', contact_id, district_id, work_id, ...where }, headers);
}

type People = { promoter: Headers; colleagues: { headers: Headers; contact: number } };

/**
 * One more of everything: a promoter with a contact and a request, a contact and a request of the first promoter's, and a request
 * of the colleague's. All are done; of four of the first promoter's reports one is paid and one closed.
 */
async function addOne(server: TestServer, at: number, { promoter, colleagues }: People) {
  const role = 'promoter' as const;
  const person = { name: `Промоутер ${at}`, email: `p${at}@test.example`, passwordHash: 'none', role };
  const newcomer = await act(server, (tx, by) => createUser(tx, { ...by, actorId: COMMAND_LINE }, person));
  const headers = await headersOf(server, newcomer);
  const contact = await meet(server, promoter, at);
  const own = await order(server, promoter, contact.id);
  const theirs = await order(server, headers, (await meet(server, headers, at)).id);
  const done = [own, theirs, await order(server, colleagues.headers, colleagues.contact)];
  await act(server, async (tx, by) => {
    for (const { code_number: number } of done) {
      await advanceRequest(tx, by, { code: { number, type: undefined }, state: 'done', tofirmKop: 100_000 });
    }
    const report = await createReport(tx, by, server.users.promoter.id);
    if (at % 4 === 1) await setPaid(tx, by, own.id, true);
    if (at % 4 === 2) await setClosed(tx, by, { id: report?.id ?? 0, version: null }, true);
    if (at % 2 === 0) await createReport(tx, by, newcomer.id);
  });
  await seedNomenclature(server, [`Ремень ${at}`]);
  for (const kind of ['enter', 'loss'] as const) {
    await seedDocument(server, kind, { transfer_code: `ОП-${at}`, updated_at: new Date(server.clock()) });
  }
  return { contact: contact.id, code: own.code_number };
}

/** The colleague's report with all that they have done. */
function collectAgain(server: TestServer, before: number): Promise<number> {
  return act(server, async (tx, by) => {
    if (before) await deleteReport(tx, by, { id: before, version: null });
    return (await createReport(tx, by, server.users.colleague.id))?.id ?? 0;
  });
}

function receiptOf(id: number, lines: number): SentReceipt {
  const texts = { transfer_code: 'ОП-1', transfer_date: '2026-11-20', description: '', income_code: null };
  return {
    ...{
      id,
      warehouse_to: WAREHOUSE,
      contract_id: null,
      carried: 0,
      income_date: null,
      VAT: null,
      VAT_included: 0,
    },
    ...texts,
    nomenclature: Array.from({ length: lines }, (_, at) => ({ nomenclature_id: at + 1, count: 1, price: 1 })),
  };
}
