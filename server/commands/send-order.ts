import { and, eq, isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { eachOrderText, orderTextNames } from '#contract/order-fields.ts';
import type { Order, OrderType } from '#contract/orders.ts';
import { type Db, preparedOnce, type Queryable, type Tx } from '../db/database.ts';
import { drawNumbers } from '../db/numbers.ts';
import { invalid } from '../db/refusal.ts';
import { contactPhones, contacts, districts, requests, works } from '../db/schema.ts';
import type { Act } from './act.ts';
import { isClaimed, type Making, makingStatement, NothingInTheWay } from './making-statement.ts';

type Input = v.InferOutput<typeof Order>;

const { id, fullcode, code_number, created_at } = requests;
const sent = { id, fullcode, code_number, created_at };

/** «Л-000123» for a home visit, «М-000123» for the workshop. */
export function fullcodeOf(type: OrderType, codeNumber: number): string {
  return `${type === 'basa' ? 'Л' : 'М'}-${String(codeNumber).padStart(6, '0')}`;
}

const drawId = drawNumbers('requests_id_seq');
// From a sequence, not from a counter row: orders do not wait for each other, gaps are no harm.
const drawCodeNumber = drawNumbers('request_code_number');

/** The order as it will be answered: numbers are drawn ahead. */
export async function drawOrder(db: Db, { now }: Act, { type }: Input) {
  const [id, code_number] = await Promise.all([drawId(db), drawCodeNumber(db)]);
  return { id, fullcode: fullcodeOf(type, code_number), code_number, created_at: now };
}

type Drawn = Awaited<ReturnType<typeof drawOrder>>;

/** Makes the order. Resolves to whether it did: all or nothing. */
export function makeOrder(on: Queryable, making: Making<Input, Drawn>): Promise<boolean> {
  const { id, code_number, fullcode } = making.drawn;
  const texts = eachOrderText(name => making.input[name] ?? null);
  return orderInto(on, making, { ...making.input, ...texts, id, code_number, fullcode });
}

/** What stands instead of an order that could not be made: the one that its key once made, or the refusal. */
export async function explainOrder(tx: Tx, act: Act, input: Input): Promise<Drawn> {
  const [found] = await offerOf(tx).execute({ ...input, ...act });
  const errors = {
    ...(!found?.contact && { contact_id: ['Контакт не найден'] }),
    ...(!found?.district && { district_id: ['Район не найден'] }),
    ...(!found?.work && { work_id: ['Вид работ не найден'] }),
  };
  const isRefused = Object.keys(errors).length > 0;
  return alreadySent(tx, act, isRefused ? invalid(errors) : new NothingInTheWay());
}

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

const value = sql.placeholder;

const ofActor = and(
  eq(contacts.id, value('contact_id')),
  eq(contacts.promoter_id, value('actorId')),
  isNull(contacts.deleted_at),
);

const offered = (table: typeof districts | typeof works, id: string) => sql<boolean>`exists (
  select from ${table} where ${table.id} = ${value(id)} and ${table.kind} = ${value('type')} and ${table.active})`;

const orderInto = makingStatement('request', {
  // Name and phones as they are when the order is made.
  named: sql`
    select concat_ws(' ', nullif(${contacts.last_name}, ''), nullif(${contacts.first_name}, '')) as client_fio,
      coalesce((select jsonb_agg(${contactPhones.full_phone} order by ${contactPhones.pos}) from ${contactPhones}
        where ${contactPhones.contact_id} = ${contacts.id}), '[]') as phones
    from ${contacts}
    where ${ofActor} and ${offered(districts, 'district_id')} and ${offered(works, 'work_id')}
      and not exists (select from ${requests} where ${requests.promoter_id} = ${value('actorId')}
        and ${requests.client_key} = ${value('clientKey')}::uuid)`,
  made: sql`
    insert into ${requests} (id, promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id,
      work_id, state_code, client_key, created_at, updated_at, ${sql.raw(orderTextNames.join(', '))})
    select ${value('id')}::bigint, ${value('actorId')}, ${value('contact_id')}, ${value('type')},
      ${value('code_number')}::bigint, ${value('fullcode')}, client_fio, phones, ${value('district_id')},
      ${value('work_id')}, 'new', ${value('clientKey')}::uuid, ${value('now')}, ${value('now')},
      ${sql.join(orderTextNames.map(value), sql`, `)}
    from named where ${isClaimed} returning id`,
});

/** Which of what an order names there is. */
const offerOf = preparedOnce(on =>
  on
    .select({
      contact: sql<boolean>`exists (select from ${contacts} where ${ofActor})`,
      district: offered(districts, 'district_id'),
      work: offered(works, 'work_id'),
    })
    .from(sql`(select 1) as one`)
    .prepare('look_up_order'),
);
