import { expect, it } from 'vitest';
import { problem } from '#api/problem.ts';
import type { Transport } from '#api/transport.ts';
import { listContacts } from '#contract/contacts.ts';
import { failure } from '#kit/result.ts';
import { signedInPhone } from '#tests/support/phone.ts';
import { PROBLEMS_KEPT, readProblems, withProblemLog } from './problem-log.ts';

it('keeps the last problems without what the server said, alike ones once, until the sign-out', async () => {
  const { db, auth, session, book } = await signedInPhone();
  const { ownerKey, owner } = book();
  let at = 0;
  let met = problem('offline');
  const bare: Transport = async () => failure(met);
  const transport = withProblemLog(bare, { db, auth, apiOrigin: owner.apiOrigin, now: () => at });
  const meet = async (next: typeof met) => {
    at += 1;
    met = next;
    await transport(listContacts, { page: 1 });
    // It is written beside the answer.
    await db.transaction('rw', db.control, () => db.control.count());
    return readProblems(db, ownerKey);
  };
  expect(await meet(problem('offline'))).toEqual([]);
  const personal = { message: 'Анна 0001234567', fields: { first_name: ['Анна'] }, code: 'Анна занята' };
  await meet(problem('refused', { status: 422, ...personal }));
  const unreadable = problem('unreadable', { status: 200, place: 'контакты, поле id', code: 'E-1' });
  await meet(unreadable);
  const title = listContacts.title;
  expect(await meet(problem('refused', { status: 422, ...personal }))).toEqual([
    { title, kind: 'unreadable', status: 200, place: 'контакты, поле id', code: 'E-1', at: 3, times: 1 },
    { title, kind: 'refused', status: 422, place: '', code: '', at: 4, times: 2 },
  ]);
  for (let status = 500; status <= 500 + PROBLEMS_KEPT; status += 1)
    await meet(problem('foreign', { status }));
  const known = await readProblems(db, ownerKey);
  expect([known.length, known.at(-1)?.status]).toEqual([PROBLEMS_KEPT, 500 + PROBLEMS_KEPT]);
  await session.signOut('keep');
  expect(await readProblems(db, ownerKey)).toEqual([]);
});
