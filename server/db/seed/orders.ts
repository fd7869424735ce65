import { sql } from 'drizzle-orm';
import { PROMOTER_PERCENT } from '#domain/promoter-share.ts';
import { DAY_MS, HOUR_MS } from '#kit/clock.ts';
import { percentOf } from '#kit/money.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { districts, reports, requests, works } from '../schema.ts';
import type { SeededContact } from './people.ts';
import type { Random } from './random.ts';
import { DISTRICTS, STREETS, TROUBLES, WORKS } from './words.ts';

/** Ids that an order may name: the ends of the tree, by kind. */
type Leaves = Record<'basa' | 'point', number[]>;

export async function seedReferences(tx: Tx, now: Date) {
  return {
    districts: await seedTree(tx, districts, DISTRICTS, now),
    works: await seedTree(tx, works, WORKS, now),
  };
}

async function seedTree(tx: Tx, table: typeof districts | typeof works, tree: typeof DISTRICTS, now: Date) {
  const leaves: Leaves = { basa: [], point: [] };
  const insert = async (kind: 'basa' | 'point', names: readonly string[], parent_id: number | null) => {
    const rows = names.map((name, sort) => ({ kind, name, parent_id, sort, active: true, ...madeAt(now) }));
    return (await tx.insert(table).values(rows).returning({ id: table.id })).map(row => row.id);
  };
  for (const kind of ['basa', 'point'] as const) {
    const branches = tree[kind];
    const ids = await insert(
      kind,
      branches.map(({ name }) => name),
      null,
    );
    for (const [at, id] of ids.entries()) {
      const children = branches[at]?.children;
      leaves[kind].push(...(children ? await insert(kind, children, id) : [id]));
    }
  }
  return leaves;
}

/** What an invented order is made from. */
export type Sources = {
  random: Random;
  promoterId: number;
  moderatorId: number;
  contacts: SeededContact[];
  districts: Leaves;
  works: Leaves;
  now: Date;
};

/** Orders in every state, the oldest done ones paid in a closed report, some more waiting in an open one. */
export async function seedOrders(tx: Tx, from: Sources, count: number): Promise<void> {
  const { promoterId, now } = from;
  const reportOf = async (closedAt: Date | null) =>
    (await seedReports(tx, from, [promoterId], closedAt, HOUR_MS)).get(promoterId) ?? null;
  const closed = await reportOf(new Date(now.getTime() - 40 * DAY_MS));
  const open = await reportOf(null);
  const rows = Array.from({ length: count }, (_, at) => {
    const progress = at / count;
    const report = progress < 0.4 ? closed : open;
    return inventOrder(from, { code: at + 1, progress, report: progress < 0.6 ? report : null });
  });
  await tx.insert(requests).values(rows);
  await tx.execute(sql`select setval('request_code_number', ${count})`);
}

/** A seeded report; the orders of a closed one are paid. */
export type SeededReport = { id: number; closedAt: Date | null };

/** One report for each of these promoters, made so long before it was closed, or before now; by the promoter's id. */
export async function seedReports(
  tx: Tx,
  { moderatorId, now }: Pick<Sources, 'moderatorId' | 'now'>,
  promoterIds: number[],
  closedAt: Date | null,
  ageMs: number,
): Promise<Map<number, SeededReport>> {
  const created_at = new Date((closedAt ?? now).getTime() - ageMs);
  const report = {
    number: closedAt ? 1 : 2,
    created_by: moderatorId,
    closed_at: closedAt,
    closed_by: closedAt && moderatorId,
    created_at,
    updated_at: closedAt ?? created_at,
  };
  const made = await tx
    .insert(reports)
    .values(promoterIds.map(promoter_id => ({ promoter_id, ...report })))
    .returning({ id: reports.id, promoterId: reports.promoter_id });
  return new Map(made.map(({ id, promoterId }) => [promoterId, { id, closedAt }]));
}

type Plan = {
  code: number;
  /** 0 the oldest order, 1 the newest: it decides how far the order has come. */
  progress: number;
  report: SeededReport | null;
  /** Where it is not left to chance. */
  state?: ReturnType<typeof stateAt>;
};

/** One order that hangs together: its age, its state, its amounts and its payment. */
export function inventOrder(from: Sources, plan: Plan) {
  const { code, progress, report } = plan;
  const { random, contacts, now } = from;
  const contact = random.pick(contacts);
  const type = random.chance(0.6) ? ('basa' as const) : ('point' as const);
  const createdAt = new Date(now.getTime() - Math.floor(150 * DAY_MS * (1 - progress)) - HOUR_MS);
  const state = plan.state ?? stateAt(random, progress);
  return {
    promoter_id: from.promoterId,
    contact_id: contact.id,
    type,
    code_number: code,
    fullcode: `${type === 'basa' ? 'Л' : 'М'}-${String(code).padStart(6, '0')}`,
    client_fio: [contact.last_name, contact.first_name].filter(Boolean).join(' '),
    phones: contact.phones,
    district_id: random.pick(from.districts[type]),
    work_id: random.pick(from.works[type]),
    broken: random.chance(0.8) ? random.pick(TROUBLES) : null,
    street: random.pick(STREETS),
    house: type === 'point' || random.chance(0.8) ? String(1 + Math.floor(random.next() * 120)) : null,
    korp: random.chance(0.15) ? '2' : null,
    flat: random.chance(0.6) ? String(1 + Math.floor(random.next() * 200)) : null,
    state_code: state,
    ...(state === 'done' ? amounts(random, createdAt, report, from.moderatorId) : {}),
    ...madeAt(createdAt),
  };
}

function stateAt(random: Random, progress: number) {
  if (random.chance(0.08)) return 'cancelled';
  if (progress < 0.8) return 'done';
  return progress < 0.93 ? 'in_work' : 'new';
}

/** Of done orders alone; only orders in a report can be paid. */
function amounts(random: Random, createdAt: Date, report: SeededReport | null, moderatorId: number) {
  const tofirm_kop = (500 + Math.floor(random.next() * 9500)) * 100 + (random.chance(0.2) ? 50 : 0);
  return {
    tofirm_kop,
    percent_kop: percentOf(tofirm_kop, PROMOTER_PERCENT),
    done_at: new Date(createdAt.getTime() + HOUR_MS / 2),
    report_id: report?.id ?? null,
    ...(report?.closedAt ? { paid_at: report.closedAt, paid_by: moderatorId } : {}),
  };
}
