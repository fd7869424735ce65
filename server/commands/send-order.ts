import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { eachOrderText } from '#contract/order-fields.ts';
import type { Order, OrderType } from '#contract/orders.ts';
import { preparedOnce, type Queryable, type Tx } from '../db/database.ts';
import { invalid } from '../db/refusal.ts';
import { contactPhones, contacts, districts, requests, users, works } from '../db/schema.ts';
import { type Act, audit } from './act.ts';

type Input = v.InferOutput<typeof Order>;

const { id, fullcode, code_number, created_at } = requests;
const sent = { id, fullcode, code_number, created_at };

/** «Л-000123» for a home visit, «М-000123» for the workshop. */
export function fullcodeOf(type: OrderType, codeNumber: number): string {
  return `${type === 'basa' ? 'Л' : 'М'}-${String(codeNumber).padStart(6, '0')}`;
}

export async function sendOrder(tx: Tx, act: Act, input: Input) {
  const [found] = await offerOf(tx).execute({ ...input, ...act });
  if (!found) throw new Error('the acting user is gone');
  const { contact, district, work, codeNumber } = found;
  if (!contact || !district || !work) {
    const errors = {
      ...(!contact && { contact_id: ['Контакт не найден'] }),
      ...(!district && { district_id: ['Район не найден'] }),
      ...(!work && { work_id: ['Вид работ не найден'] }),
    };
    return alreadySent(tx, act, invalid(errors));
  }
  const [made] = await orderInto(tx).execute({
    ...input,
    ...eachOrderText(name => input[name] ?? null),
    ...act,
    codeNumber,
    fullcode: fullcodeOf(input.type, codeNumber),
    // The name as it is when the order is made.
    client_fio: [contact.last_name, contact.first_name].filter(Boolean).join(' '),
    phones: contact.phones ?? [],
  });
  if (!made) return alreadySent(tx, act, new Error('an order conflicted with no row of its key'));
  await audit(tx, act, { action: 'create', entity: 'request', entityId: made.id });
  return made;
}

const orderInto = preparedOnce((tx: Tx) =>
  tx
    .insert(requests)
    .values({
      promoter_id: sql.placeholder('actorId'),
      contact_id: sql.placeholder('contact_id'),
      type: sql.placeholder('type'),
      code_number: sql.placeholder('codeNumber'),
      fullcode: sql.placeholder('fullcode'),
      client_fio: sql.placeholder('client_fio'),
      phones: sql.placeholder('phones'),
      district_id: sql.placeholder('district_id'),
      work_id: sql.placeholder('work_id'),
      ...eachOrderText(name => sql.placeholder(name)),
      state_code: 'new',
      client_key: sql.placeholder('clientKey'),
      created_at: sql.placeholder('now'),
      updated_at: sql.placeholder('now'),
    })
    .onConflictDoNothing({ target: [requests.promoter_id, requests.client_key] })
    .returning(sent)
    .prepare('make_order'),
);

/** The order that this Idempotency-Key once made, whatever has become of what it names; nothing else can be answered. */
async function alreadySent(tx: Tx, { actorId, clientKey }: Act, otherwise: Error) {
  if (!clientKey) throw otherwise;
  const [order] = await tx
    .select(sent)
    .from(requests)
    .where(and(eq(requests.promoter_id, actorId), eq(requests.client_key, clientKey)));
  if (!order) throw otherwise;
  return order;
}

/** All that an order names, with a number for it, in one question. */
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
