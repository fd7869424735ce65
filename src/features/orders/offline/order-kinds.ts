import * as v from 'valibot';
import type { Api } from '#api/api.ts';
import { eachOrderText, orderTextsOf } from '#contract/order-fields.ts';
import { OrderType, sendOrder } from '#contract/orders.ts';
import { listRequests, type Request } from '#contract/requests.ts';
import { describeRequest } from '#domain/describe-record.ts';
import type { WallClock } from '#kit/date.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { success } from '#kit/result.ts';
import type { Entry, Match } from '#storage/outbox-db.ts';
import { describeKind, type Kind, readerOf } from '#sync/kind.ts';
import { earliestPossible, readPagesSince } from '#sync/read-pages-since.ts';
import { type Reconciled, reconcile, type Versions } from '#sync/reconcile.ts';

/** A row of a reference list, with the name it had when it was chosen. */
export const Named = v.object({ id: v.number(), name: v.string() });
export type Named = v.InferOutput<typeof Named>;

/** An order as the promoter wrote it. `contact` is a key; names are kept so that the queue can show them. */
export const OrderValues = v.object({
  type: OrderType,
  contact: v.string(),
  contact_name: v.string(),
  phones: v.array(v.string()),
  district: Named,
  work: Named,
  // What waits from before a text was added has none.
  ...eachOrderText((_, { required }) => (required ? v.string() : v.optional(v.string(), ''))),
});
export type OrderValues = v.InferOutput<typeof OrderValues>;

/** A contact comes with its own name and phones. */
function reconcileOrder({
  from,
  mine,
  theirs,
}: Versions<unknown> & { mine: OrderValues }): Reconciled<OrderValues> {
  const [was, other] = [from, theirs].map(version => v.safeParse(OrderValues, version));
  if (!was?.success || !other?.success) return { value: mine, conflicts: {} };
  const versions = { from: was.output, mine, theirs: other.output };
  const { value, conflicts } = reconcile(versions);
  const { contact, contact_name, phones } = value.contact === mine.contact ? mine : other.output;
  const named = conflicts.contact === undefined ? {} : { contact_name: other.output.contact_name };
  const { contact_name: _, phones: __, ...open } = conflicts;
  return { value: { ...value, contact, contact_name, phones }, conflicts: { ...open, ...named } };
}

const create: Kind<OrderValues> = {
  name: 'order.create',
  v: 1,
  noun: 'order',
  effect: 'creates',
  read: readerOf(OrderValues),
  thing: (_, id) => id,
  needs: ({ contact }) => [contact],
  reconcile: reconcileOrder,
  outgoing: (order, resolve) => ({
    endpoint: sendOrder,
    input: {
      type: order.type,
      contact_id: resolve(order.contact),
      district_id: order.district.id,
      work_id: order.work.id,
      ...orderTextsOf(order),
    },
  }),
  outcome(reply) {
    const { id, fullcode } = reply as v.InferOutput<typeof sendOrder.reply>; // sendOrder's own reply
    return { serverId: id ?? null, code: fullcode };
  },
  async readBack({ payload, entry, match }, api) {
    const isIt = ({ id, fullcode }: Request) =>
      match.serverId === null ? fullcode === match.code : id === match.serverId;
    const seen = await readRequests(entry, api, isIt);
    if (!seen.ok) return seen;
    const received = seen.value.find(isIt);
    if (!received) return success('none');
    return success(isSameOrder(received, payload) ? 'same' : 'other');
  },
  async lookUp(order, entry, _resolve, api) {
    const seen = await readRequests(entry, api);
    if (!seen.ok) return seen;
    const opens = earliestPossible(entry);
    const toMatch = (request: Request): Match => ({
      serverId: request.id,
      code: request.fullcode,
      words: describeRequest(request),
      ...(dateOf(request) < opens ? { looksOlder: true } : {}),
    });
    return success(seen.value.filter(request => isSameOrder(request, order)).map(toMatch));
  },
};

/** The owner's requests of the time in which an entry can have arrived, or as far as the one that is sought. */
function readRequests(entry: Entry, api: Api, isSought?: (request: Request) => boolean) {
  const as = entry.owner;
  const readPage = (page: number) => api.call(listRequests, { page, status: 'all' }, { as });
  return readPagesSince(entry, readPage, dateOf, isSought);
}

function dateOf({ created_at, date_add }: Request): WallClock {
  return created_at || date_add;
}

/** The words of a name, in whatever order they come. */
const wordsOf = (name: string) => normaliseText(name).split(' ').sort().join(' ');

/**
 * Recognises a lost order by what every backend tells of a request. An order for a contact whose phones this device did not
 * know is told by the client's name in place of them.
 */
function isSameOrder(request: Request, order: OrderValues): boolean {
  const sameClient =
    order.phones.length > 0
      ? request.phones.some(phone => order.phones.includes(phone.full_phone))
      : wordsOf(request.client_fio) === wordsOf(order.contact_name);
  const sameText = (received: string | undefined, written: string) =>
    !received || normaliseText(received).includes(normaliseText(written));
  return (
    sameClient &&
    (request.type === undefined || request.type === order.type) &&
    sameText(request.work_name, order.work.name) &&
    sameText(request.address, order.street) &&
    sameText(request.broken, order.broken)
  );
}

export const orderKinds = { [create.name]: describeKind(create) };
