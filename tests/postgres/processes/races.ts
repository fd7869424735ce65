/** The same thing asked of several servers at once. */
import type { Answering, Called } from '#tests/support/calls.ts';

/** Asks `times` times at the same moment, in turn of each of the offices. */
export async function race(
  offices: readonly Answering[],
  times: number,
  ask: (office: Answering) => Promise<Called>,
): Promise<Called[]> {
  const each = Array.from({ length: times }, (_, at) => offices[at % offices.length]);
  return Promise.all(each.flatMap(office => (office ? [patiently(() => ask(office))] : [])));
}

/** As every client does where a lock was waited for too long: Retry-After says when to ask again. */
async function patiently(ask: () => Promise<Called>): Promise<Called> {
  const answer = await ask();
  if (answer.status !== 409) return answer;
  const seconds = Number(answer.headers.get('retry-after') ?? 'none');
  if (!(seconds <= 5)) throw new Error(`409 without a moment to ask again: ${answer.text}`);
  await new Promise(resolve => setTimeout(resolve, seconds * 1000));
  return patiently(ask);
}

/** How the answers differ: their statuses, their bodies, and how many did the work under a key. */
export function tellApart(answers: readonly Called[]) {
  const told = (word: string) =>
    answers.filter(each => each.headers.get('idempotency-status') === word).length;
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    bodies: new Set(answers.map(({ text }) => text)).size,
    stored: told('stored'),
    replayed: told('replayed'),
  };
}
