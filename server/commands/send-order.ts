import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { eachOrderText } from '#contract/order-fields.ts';
import type { Order, OrderType } from '#contract/orders.ts';
import { preparedOnce, type Queryable, type Tx } from '../db/database.ts';
import { invalid } from '../db/refusal.ts';
import { contactPhones, contacts, districts, requests, users, works } from '../db/schema.ts';
import { type Act, audit } from './act.ts';

type Input = v.InferOutput<typeof Order>;

type SentOrder = { id: number; fullcode: string; code_number: number; created_at: Date };

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
function clientFio({ first_name, last_name }: { first_name: string; last_name: string | null }): string {
  return [last_name, first_name].filter(Boolean).join(' ');
}

/** Makes an order for an own contact. */
export async function sendOrder(tx: Tx, act: Act, input: Input): Promise<SentOrder> {
  const offer = await lookUp(tx, act, input);
  if ('errors' in offer) return alreadySent(tx, act, invalid(offer.errors));
  const { contact, codeNumber } = offer;
  const [made] = await orderInto(tx).execute({
    promoter_id: act.actorId,
    contact_id: input.contact_id,
    client_key: act.clientKey,
    now: act.now,
    code_number: codeNumber,
    fullcode: fullcodeOf(input.type, codeNumber),
    type: input.type,
    client_fio: clientFio(contact),
    phones: contact.phones,
    district_id: input.district_id,
    work_id: input.work_id,
    ...eachOrderText(name => input[name] ?? null),
  });
  if (!made) return alreadySent(tx, act, new Error('an order conflicted with no row of its key'));
  await audit(tx, act, { action: 'create', entity: 'request', entityId: made.id });
  return made;
}

const orderInto = preparedOnce((tx: Tx) =>
  tx
    .insert(requests)
    .values({
      promoter_id: sql.placeholder('promoter_id'),
      contact_id: sql.placeholder('contact_id'),
      type: sql.placeholder('type'),
      code_number: sql.placeholder('code_number'),
      fullcode: sql.placeholder('fullcode'),
      client_fio: sql.placeholder('client_fio'),
      phones: sql.placeholder('phones'),
      district_id: sql.placeholder('district_id'),
      work_id: sql.placeholder('work_id'),
      ...eachOrderText(name => sql.placeholder(name)),
      state_code: 'new',
      client_key: sql.placeholder('client_key'),
      created_at: sql.placeholder('now'),
      updated_at: sql.placeholder('now'),
    })
    .onConflictDoNothing({ target: [requests.promoter_id, requests.client_key] })
    .returning(sent)
    .prepare('make_order'),
);

/** The order that this Idempotency-Key once made, whatever has become of what it names; nothing else can be answered. */
async function alreadySent(tx: Tx, { actorId, clientKey }: Act, otherwise: Error): Promise<SentOrder> {
  if (!clientKey) throw otherwise;
  const [order] = await tx
    .select(sent)
    .from(requests)
    .where(and(eq(requests.promoter_id, actorId), eq(requests.client_key, clientKey)));
  if (!order) throw otherwise;
  return order;
}

type Contact = { first_name: string; last_name: string | null; phones: string[] };
type Offer = { contact: Contact; codeNumber: number } | { errors: Record<string, string[]> };

/** The contact as the order keeps it, and a number for the order, unless something that it names is not there. */
async function lookUp(tx: Tx, { actorId }: Act, input: Input): Promise<Offer> {
  const { contact_id, district_id, work_id, type } = input;
  const [found] = await offerOf(tx).execute({ actorId, contact_id, district_id, work_id, type });
  if (!found) throw new Error('the acting user is gone');
  const { contact, district, work, codeNumber } = found;
  const errors: Record<string, string[]> = {};
  if (!contact) errors.contact_id = ['Контакт не найден'];
  if (!district) errors.district_id = ['Район не найден'];
  if (!work) errors.work_id = ['Вид работ не найден'];
  if (!contact || !district || !work) return { errors };
  return { contact: { ...contact, phones: contact.phones ?? [] }, codeNumber };
}

/** All that an order names, in one question. */
const offerOf = preparedOnce(on => {
  const phones = on
    .select({ list: sql`json_agg(${contactPhones.full_phone} order by ${contactPhones.pos})` })
    .from(contactPhones)
    .where(eq(contactPhones.contact_id, contacts.id));
  const own = and(
    eq(contacts.id, sql.placeholder('contact_id')),
    eq(contacts.promoter_id, users.id),
    isNull(contacts.deleted_at),
  );
  return on
    .select({
      contact: {
        id: contacts.id,
        first_name: contacts.first_name,
        last_name: contacts.last_name,
        phones: sql<string[] | null>`(${phones})`,
      },
      district: isOffered(on, districts, 'district_id'),
      work: isOffered(on, works, 'work_id'),
      // From a sequence, not from a counter row: orders do not wait for each other, gaps are no harm.
      codeNumber: sql`nextval('request_code_number')`.mapWith(Number),
    })
    .from(users)
    .leftJoin(contacts, own)
    .where(eq(users.id, sql.placeholder('actorId')))
    .prepare('look_up_order');
});

function isOffered(on: Queryable, table: typeof districts | typeof works, id: string) {
  const offered = on
    .select({ id: table.id })
    .from(table)
    .where(
      and(eq(table.id, sql.placeholder(id)), eq(table.kind, sql.placeholder('type')), eq(table.active, true)),
    );
  return sql<boolean>`exists (${offered})`;
}
