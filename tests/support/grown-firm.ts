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
import { saveReceipt } from '#server/commands/warehouse/save-receipt.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import * as calls from './calls.ts';
import { seedToken } from './seeded-credentials.ts';
import type { TestServer, TestUser } from './server.ts';
import { seedDocument, seedNomenclature, seedWarehouse } from './stock.ts';

/** What there is to ask for by its id; the headers of who asks. */
export type GrownFirm = Awaited<ReturnType<typeof createGrowingFirm>>;

const SECOND_MS = 100;

/** A firm of nothing but its people; `growTo(n)` makes it n of everything. */
export async function createGrowingFirm(server: TestServer) {
  const { db, clock, users } = server;
  const headersOf = async (user: TestUser) =>
    (await seedToken(server, { user, bearer: 'page', scopes: [] })).headers;
  const acting = (): Act => {
    clock.advance(SECOND_MS);
    const now = new Date(clock());
    return {
      actorId: users.moderator.id,
      impersonatorId: null,
      now,
      requestId: randomUUID(),
      ip: '',
      clientKey: null,
    };
  };
  const act = <Value>(work: (tx: Tx, act: Act) => Promise<Value>) => transact(db, tx => work(tx, acting()));
  const warehouse = 'Склад';
  const warehouseId = await seedWarehouse(server, warehouse);
  const { id: receipt } = await seedDocument(server, 'enter', { warehouse_to_id: warehouseId });
  const [promoter, colleague] = [await headersOf(users.promoter), await headersOf(users.colleague)];
  const ids = {
    promoter: users.promoter.id,
    colleague: users.colleague.id,
    receipt,
    report: 0,
    contact: 0,
    code: 0,
  };

  async function post(path: string, body: unknown, as: Record<string, string>) {
    clock.advance(SECOND_MS);
    const answer = await calls.post(server, path, body, { ...as, 'idempotency-key': randomUUID() });
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    return answer.body as { id: number; code_number: number };
  }

  const meet = (as: Record<string, string>, at: number) => {
    const contact_phones = [0, 1].map(more => ({
      full_phone: `7000${String(at * 2 + more).padStart(7, '0')}`,
    }));
    return post(saveContact.path, { first_name: `Анна ${at}`, contact_phones }, as);
  };

  const order = (as: Record<string, string>, contact_id: number) => {
    const { pointDistrict: district_id, pointWork: work_id } = server.references;
    const what = {
      type: 'point',
      contact_id,
      district_id,
      work_id,
      broken: 'Не включается',
      street: 'Садовая',
      house: '7',
    };
    return post(sendOrder.path, what, as);
  };

  const colleaguesContact = (await meet(colleague, 0)).id;

  async function addOne(at: number): Promise<void> {
    const role = 'promoter' as const;
    const person = { name: `Промоутер ${at}`, email: `p${at}@test.example`, passwordHash: 'none', role };
    const newcomer = await act((tx, act) => createUser(tx, { ...act, actorId: COMMAND_LINE }, person));
    const asNewcomer = await headersOf(newcomer);
    const contact = await meet(promoter, at);
    const own = await order(promoter, contact.id);
    const theirs = await order(asNewcomer, (await meet(asNewcomer, at)).id);
    const colleagues = await order(colleague, colleaguesContact);
    await act(async (tx, act) => {
      for (const { code_number: number } of [own, theirs, colleagues]) {
        await advanceRequest(tx, act, {
          code: { number, type: undefined },
          state: 'done',
          tofirmKop: 100_000,
        });
      }
      const made = await createReport(tx, act, ids.promoter);
      // Of each four one is paid, and one closed.
      if (at % 4 === 1) await setPaid(tx, act, own.id, true);
      if (at % 4 === 2) await setClosed(tx, act, { id: made?.id ?? 0, version: null }, true);
      if (at % 2 === 0) await createReport(tx, act, newcomer.id);
    });
    await seedNomenclature(server, [`Ремень ${at}`]);
    for (const kind of ['enter', 'loss'] as const)
      await seedDocument(server, kind, { transfer_code: `ОП-${at}` });
    Object.assign(ids, { contact: contact.id, code: own.code_number });
  }

  let size = 0;
  return {
    ids,
    moderator: await headersOf(users.moderator),
    admin: await headersOf(users.admin),
    promoter,
    async growTo(wanted: number) {
      for (; size < wanted; size += 1) await addOne(size + 1);
      // The colleague's report has them all, and the receipt a line for each.
      if (ids.report) await act((tx, act) => deleteReport(tx, act, { id: ids.report, version: null }));
      const made = await act((tx, act) => createReport(tx, act, ids.colleague));
      ids.report = made?.id ?? 0;
      await act((tx, act) => saveReceipt(tx, act, { sent: receiptOf(wanted), version: null }));
    },
  };

  function receiptOf(lines: number) {
    return {
      id: ids.receipt,
      warehouse_to: warehouse,
      transfer_code: 'ОП-1',
      transfer_date: '2026-11-20',
      contract_id: null,
      carried: 0 as const,
      description: '',
      income_code: null,
      income_date: null,
      VAT: null,
      VAT_included: 0 as const,
      nomenclature: Array.from({ length: lines }, (_, at) => ({
        nomenclature_id: at + 1,
        count: 1,
        price: 1,
      })),
    };
  }
}
