import {
  addPromoter as addEndpoint,
  getModerationRequest,
  listPromoters,
  PASSWORDS_DIFFER,
  readStats as statsEndpoint,
} from '#contract/moderation.ts';
import { toRoubles } from '#kit/money.ts';
import { hashPassword } from '../auth/passwords.ts';
import { createUser } from '../commands/change-user.ts';
import { readPromoters } from '../commands/promoters.ts';
import { findRequest } from '../commands/request-rows.ts';
import { type Figures, readStats } from '../commands/stats.ts';
import { invalid, notFound } from '../db/refusal.ts';
import { presentRequest } from './present.ts';
import { preparedCommand, query, type Route } from './route.ts';

export const moderationRoutes: Route[] = [
  query(listPromoters, async ({ deps }) => ({ list: await readPromoters(deps.db) })),

  preparedCommand(
    addEndpoint,
    // Before the transaction: the hash takes longer than all of it.
    ({ password, password_confirmation }) => {
      if (password !== password_confirmation) throw invalid({ password_confirmation: [PASSWORDS_DIFFER] });
      return hashPassword(password);
    },
    async ({ tx, act, input: { name, email }, prepared: passwordHash }) =>
      createUser(tx, act, { name, email, passwordHash, role: 'promoter' }),
  ),

  query(getModerationRequest, async ({ deps, input }) => {
    const request = await findRequest(deps.db, input.id);
    if (!request) throw notFound();
    const report = request.report_id === null ? null : { id: request.report_id };
    return { ...presentRequest(request), report };
  }),

  query(statsEndpoint, async ({ deps, input: { promoterId, dateFrom, dateTo } }) => {
    const range = { from: dateFrom || null, to: dateTo || null, zone: deps.config.zone };
    return { list: (await readStats(deps.db, promoterId, range)).map(presentFigures) };
  }),
];

function presentFigures({ id, name, count, done, sumKop }: Figures) {
  const avg = done === 0 ? 0 : toRoubles(Math.round(sumKop / done));
  return { id, name, count, done, avg, sum: toRoubles(sumKop) };
}
