import type { Problem } from '#api/problem.ts';
import { getRequest } from '#contract/requests.ts';
import { type Result, success } from '#kit/result.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { recordFirstSeen } from '#storage/seen-requests.ts';
import { type PullContext, startRefresh } from '#sync/pull.ts';
import type { ReadContext } from '#sync/read-context.ts';

/** One request by its code number, as last seen; null if this device never saw it. */
export async function readRequest({ cache }: ReadContext, codeNumber: number): Promise<RequestRow | null> {
  return (await cache.requests.where('code_number').equals(codeNumber).first()) ?? null;
}

/** Refreshes one request by its code number. What is not ours to see any more leaves the device too. */
export async function pullRequest(context: PullContext, codeNumber: number): Promise<Result<null, Problem>> {
  const tick = await startRefresh(context);
  const { cache } = context;
  const answer = await context.api.call(getRequest, { codeNumber }, { as: context.owner });
  if (answer.ok) {
    const row = { ...answer.value.value, seenTick: tick, refreshedAt: context.now() };
    await cache.transaction('rw', cache.requests, cache.seenRequests, async () => {
      await cache.requests.put(row);
      await recordFirstSeen(cache, [row]);
    });
    return success(null);
  }
  const { kind, status } = answer.problem;
  if (kind === 'refused' && (status === 403 || status === 404)) {
    await cache.requests.where('code_number').equals(codeNumber).delete();
  }
  return answer;
}
