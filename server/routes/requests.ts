import { getRequest, listRequests } from '#contract/requests.ts';
import { toRoubles } from '#kit/money.ts';
import { findRequestByCode, readRequestPage, readRequestTotals } from '../commands/request-rows.ts';
import { notFound } from '../db/refusal.ts';
import { presentPage, presentRequest, sliceOf } from './present.ts';
import { query, type Route } from './route.ts';

export const requestRoutes: Route[] = [
  query(listRequests, async ({ deps, identity, input: { page, status }, url }) => {
    const { counts, percentKop } = await readRequestTotals(deps.db, identity.id);
    const rows = await readRequestPage(deps.db, identity.id, status, sliceOf(page));
    return {
      ...presentPage(rows.map(presentRequest), { page, total: counts[status], url }),
      status,
      counts,
      percentSum: toRoubles(percentKop[status]),
    };
  }),

  query(getRequest, async ({ deps, identity, input }) => {
    const request = await findRequestByCode(deps.db, identity.id, input.codeNumber);
    if (!request) throw notFound();
    return presentRequest(request);
  }),
];
