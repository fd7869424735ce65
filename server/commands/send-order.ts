import { and, eq, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Order, OrderType } from '#contract/orders.ts';
import type { Tx } from '../db/database.ts';
import { invalid } from '../db/refusal.ts';
import { districts, requests, users, works } from '../db/schema.ts';
import { type Act, audit } from './act.ts';
import { type ContactRow, findContact } from './contact-rows.ts';

type Input = v.InferOutput<typeof Order>;

export type SentOrder = { id: number; fullcode: string; code_number: number; created_at: Date };

const sent = {
  id: requests.id,
  fullcode: requests.fullcode,
  code_number: requests.code_number,
  created_at: requests.created_at,
};

/** «Л-000123» for a home visit, «М-000123» for the workshop. */
export function fullcodeOf(type: OrderType, codeNumber: number): string {
  return `${type === 'basa' ? 'Л' : 'М'}-${String(codeNumber).padStart(6, '0')}`;
}

/** The name on an order, as it is when the order is made. */
export function clientFio({
  first_name,
  last_name,
}: {
  first_name: string;
  last_name: string | null;
}): string {
  return [last_name, first_name].filter(Boolean).join(' ');
}

/** Makes an order for an own contact. */
export async function sendOrder(tx: Tx, act: Act, input: Input): Promise<SentOrder> {
  const known = await findByKey(tx, act);
  if (known) return known;
  const contact = await checkReferences(tx, act, input);
  const codeNumber = await nextCodeNumber(tx, act);
  const [made] = await tx
    .insert(requests)
    .values({
      ...rowOf(input, act, contact),
      code_number: codeNumber,
      fullcode: fullcodeOf(input.type, codeNumber),
    })
    .onConflictDoNothing({ target: [requests.promoter_id, requests.client_key] })
    .returning(sent);
  const order = made ?? (await findByKey(tx, act));
  if (!order) throw new Error('an order conflicted with no row of its key');
  if (made) await audit(tx, act, { action: 'create', entity: 'request', entityId: order.id });
  return order;
}

function rowOf(input: Input, act: Act, contact: ContactRow) {
  return {
    promoter_id: act.actorId,
    contact_id: contact.id,
    type: input.type,
    client_fio: clientFio(contact),
    phones: contact.phones.map(phone => phone.full_phone),
    district_id: input.district_id,
    work_id: input.work_id,
    broken: input.broken ?? null,
    street: input.street,
    house: input.house ?? null,
    korp: input.korp ?? null,
    flat: input.flat ?? null,
    state_code: 'new',
    client_key: act.clientKey,
    created_at: act.now,
    updated_at: act.now,
  };
}

/** The order that this Idempotency-Key once made. */
async function findByKey(tx: Tx, { actorId, clientKey }: Act): Promise<SentOrder | undefined> {
  if (!clientKey) return undefined;
  const [order] = await tx
    .select(sent)
    .from(requests)
    .where(and(eq(requests.promoter_id, actorId), eq(requests.client_key, clientKey)));
  return order;
}

async function checkReferences(tx: Tx, act: Act, input: Input): Promise<ContactRow> {
  const contact = await findContact(tx, act.actorId, input.contact_id);
  const district = await isOffered(tx, districts, input.district_id, input.type);
  const work = await isOffered(tx, works, input.work_id, input.type);
  const errors: Record<string, string[]> = {};
  if (!contact) errors.contact_id = ['Контакт не найден'];
  if (!district) errors.district_id = ['Район не найден'];
  if (!work) errors.work_id = ['Вид работ не найден'];
  if (!contact || !district || !work) throw invalid(errors);
  return contact;
}

async function isOffered(
  tx: Tx,
  table: typeof districts | typeof works,
  id: number,
  kind: OrderType,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.kind, kind), eq(table.active, true)));
  return row !== undefined;
}

/** From a sequence, not from a counter row: orders do not wait for each other, gaps are no harm. */
async function nextCodeNumber(tx: Tx, { actorId }: Act): Promise<number> {
  const [row] = await tx
    .select({ next: sql`nextval('request_code_number')`.mapWith(Number) })
    .from(users)
    .where(eq(users.id, actorId));
  if (!row) throw new Error('the acting user is gone');
  return row.next;
}
