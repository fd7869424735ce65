import { afterAll, beforeAll, expect, it } from 'vitest';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import { anna } from '#tests/support/samples.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ keyed: false });
});
afterAll(() => backend.close());

/** A create whose fate is unknown, while the server has two contacts that are just alike. */
async function askedAbout(phone: SignedInPhone) {
  await phone.rawSave(anna);
  await phone.rawSave(anna);
  phone.network.fault('/contacts/save', 'drop-before');
  const { id } = await phone.save('contact.create', anna);
  await phone.drain();
  phone.pass(RETRY_CAP_MS);
  await phone.drain();
  const matches = (await phone.entry(id)).question?.matches ?? [];
  return { id, matches };
}

it('[S13] the question tells each candidate in words, and takes the one that was chosen', async () => {
  const phone = await backend.barePhone();
  const { id, matches } = await askedAbout(phone);
  expect(matches).toHaveLength(2);
  for (const { words } of matches) expect(words).toMatch(/^Анна Ёлкина, \+7 \(000\) 123-45-67, .*\d{4}/);
  const chosen = matches[1]?.serverId ?? 0;
  expect(await phone.outbox.answer(id, 'arrived', chosen)).toMatchObject({ ok: true });
  expect(await phone.entry(id)).toMatchObject({ state: 'done', serverId: chosen });
  expect(await phone.entry(id)).not.toHaveProperty('words');
  expect(await phone.db.idMap.get(id)).toMatchObject({ serverId: chosen });
});

it('[S13] an answer about something that is not asked any more changes nothing', async () => {
  const phone = await backend.barePhone();
  const { id } = await askedAbout(phone);
  const before = await phone.entry(id);
  expect(await phone.outbox.answer(id, 'arrived', 4711)).toEqual({
    ok: false,
    problem: { reason: 'unknown-outcome' },
  });
  expect(await phone.entry(id)).toEqual(before);
});

it('[S13] a question from before there were words is answered all the same', async () => {
  const phone = await backend.barePhone();
  const { id, matches } = await askedAbout(phone);
  const bare = matches.map(({ serverId, code }) => ({ serverId, code }));
  await phone.db.entries.update((await phone.entry(id)).seq, { question: { matches: bare } });
  expect(await phone.outbox.answer(id, 'arrived')).toMatchObject({ ok: true });
  expect(await phone.entry(id)).toMatchObject({ state: 'done', serverId: bare[0]?.serverId });
});
