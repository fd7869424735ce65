import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { deleteContact } from '#contract/contacts.ts';
import { createReport } from '#contract/reports.ts';
import { RuntimeConfig } from '#contract/runtime.ts';
import { signedInPhone } from '#tests/support/phone.ts';
import { isKeyed } from './control-rows.ts';
import { connect } from './create-drain-context.ts';

afterEach(() => vi.unstubAllGlobals());

/** A connection whose backend says this to every call. */
async function connectTo(respond: () => Response) {
  vi.stubGlobal('fetch', async () => respond());
  const { db, auth, context } = await signedInPhone();
  const { kinds, now, withLock } = context;
  const config = v.parse(RuntimeConfig, { apiOrigin: 'http://server.test', clientId: '2' });
  return { db, ...connect({ config, origin: config.apiOrigin, auth, db, kinds, now, withLock }) };
}

const report = () => Response.json({ id: 7 }, { headers: { 'Idempotency-Status': 'stored' } });

it('[S13] learns from the answer to a page’s call that the backend honours keys', async () => {
  const { api, db } = await connectTo(report);
  await api.call(createReport, {});
  await vi.waitFor(async () => expect(await isKeyed(db, 'http://server.test')).toBe(true));
});

it('[S11] a disk that fails takes no proven success away', async () => {
  const { api, db } = await connectTo(report);
  db.close();
  expect(await api.call(createReport, {})).toMatchObject({ ok: true, value: { value: { id: 7 } } });
});

it('[S11] a text is no proof where it cannot be looked up whether the backend has echoed keys', async () => {
  const { api, db } = await connectTo(() => new Response('1'));
  expect(await api.call(deleteContact, { id: 7 })).toMatchObject({ ok: true });
  db.close();
  expect(await api.call(deleteContact, { id: 7 })).toMatchObject({
    problem: { kind: 'foreign', status: 200 },
  });
});
