/** With the policies of the demo firm in force, everybody can go on working: every call of the contract succeeds. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { successOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listUsers } from '#contract/users.ts';
import { policies } from '#server/db/schema.ts';
import { seedPolicies } from '#server/db/seed/policies.ts';
import { transact } from '#server/db/transaction.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { callRaw, type Firm, type Input, inputsOf, plantFirm } from './successes.ts';

let server: TestServer;
let firm: Firm;
let inputs: Record<string, Input>;
beforeAll(async () => {
  server = await createTestServer({ config: { enforce: 'on' } });
  await seedAnew();
  firm = await plantFirm(server);
  await seedAnew();
  inputs = await inputsOf(server, firm);
});
// What the firm plants, and the call that saves a policy, stand in the place of one of them.
beforeEach(seedAnew);
afterAll(() => server.close());

async function seedAnew() {
  await transact(server.db, async tx => {
    await tx.delete(policies);
    await seedPolicies(tx, new Date(server.clock()));
  });
}

it.each(Object.entries(endpoints))('%s', async (name, endpoint) => {
  const headers = firm.headersFor(endpoint);
  const { status } = await callRaw(server, { endpoint, input: inputs[name] ?? {}, headers });
  expect(status).toBe(successOf(endpoint));
});

it('and without any policy nobody works: what is in force is asked for', async () => {
  await server.db.delete(policies);
  const { status } = await callRaw(server, {
    ...{ endpoint: listUsers, input: {}, headers: firm.headersFor(listUsers) },
  });
  expect(status).toBe(403);
});
