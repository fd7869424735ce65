import { getModerationRequest, listPromoters } from '#contract/moderation.ts';
import { getReport } from '#contract/reports.ts';
import { FOUND_LIMIT, SEARCH_MIN, search } from '#contract/search.ts';
import { listUsers } from '#contract/users.ts';
import { listReceipts, listWriteOffs } from '#contract/warehouse.ts';
import { readKind } from '../commands/named-kind.ts';
import { findNumbered } from '../commands/payment-rows.ts';
import { findDocuments, findPromoters, findReports, findRequests, findUsers } from '../commands/search.ts';
import { mayOpenPayment } from './may-open.ts';
import { presentDate } from './present.ts';
import { type MayCall, query, type Route } from './route.ts';

export const searchRoutes: Route[] = [
  query(search, async ({ deps: { db }, input, mayCall }) => {
    const { kind, text } = readKind(input.query);
    const isMeant = (each: typeof kind) => kind === null || kind === each;
    const isLong = kind === null && [...text].length >= SEARCH_MIN;
    const kinds = isLong ? await openKinds(mayCall) : [];
    const inTurn = async <Found>(isOpen: boolean, find: () => Promise<Found[]>) => (isOpen ? find() : []);
    return {
      promoters: await inTurn(isLong && (await mayCall(listPromoters, {})), () => findPromoters(db, text)),
      requests: (
        await openOf(await inTurn(isMeant('requests'), () => findRequests(db, text)), ({ id }) =>
          mayCall(getModerationRequest, { id }),
        )
      ).map(presentFound),
      reports: await openOf(await inTurn(isMeant('reports'), () => findReports(db, text)), ({ id }) =>
        mayCall(getReport, { id }),
      ),
      payments: await openOf(await inTurn(isMeant('payments'), () => findNumbered(db, text)), ({ id }) =>
        mayOpenPayment(db, mayCall, id),
      ),
      users: await inTurn(isLong && (await mayCall(listUsers, {})), () => findUsers(db, text)),
      documents: await inTurn(kinds.length > 0, () => findDocuments(db, kinds, text)),
    };
  }),
];

function presentFound({ street, house, date, ...row }: Awaited<ReturnType<typeof findRequests>>[number]) {
  return { ...row, date: presentDate(date), address: `${street} ${house ?? ''}`.trim() };
}

/** The kinds of documents that the caller may list. */
async function openKinds(mayCall: MayCall) {
  const lists = [
    ['enter', listReceipts],
    ['loss', listWriteOffs],
  ] as const;
  return openOf(lists, ([, list]) => mayCall(list, { page: 1 })).then(open => open.map(([kind]) => kind));
}

/** The first of those that the caller may open; there are so few that they are asked about one by one. */
async function openOf<Item>(
  items: readonly Item[],
  isOpen: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const open: Item[] = [];
  for (const item of items) {
    if (open.length === FOUND_LIMIT) break;
    if (await isOpen(item)) open.push(item);
  }
  return open;
}
