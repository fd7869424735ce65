import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Fault, type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { listenOnLoopback } from './loopback.ts';

let done = 0;
const server = createServer((_incoming, outgoing) => {
  done += 1;
  outgoing.setHeader('content-type', 'application/json').end('{"status":"created"}');
});
let proxy: FaultProxy;

beforeEach(async () => {
  done = 0;
  proxy = await openFaultProxy(`http://127.0.0.1:${await listenOnLoopback(server)}`);
});

afterEach(async () => {
  await proxy.close();
  server.close();
});

const save = () =>
  fetch(`${proxy.origin}/api/save?a=1`, { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: '{}' })
    .then(async answer => [answer.status, (await answer.text())[0]])
    .catch(() => 'cut');

it.each<[Fault, unknown, number]>([
  ['lose-answer', 'cut', 1],
  ['cut-answer', 'cut', 1],
  ['lose-request', 'cut', 0],
  ['html', [200, '<'], 0],
  ['error', [500, 'o'], 0],
])(
  '%s: once the page is told %j, and the server has done its work %i times',
  async (fault, received, times) => {
    proxy.addFault({ path: '/api/save', fault });
    expect([await save(), done]).toEqual([received, times]);
    expect(await save()).toEqual([200, '{']);
    const seen = { method: 'POST', path: '/api/save', key: 'k1' };
    expect(proxy.passages('/api/save')).toEqual([
      { ...seen, fault },
      { ...seen, fault: undefined },
    ]);
  },
);

it('refuses connections while it is offline, on the same port as before', async () => {
  await proxy.goOffline();
  expect(await save()).toBe('cut');
  await proxy.goOnline();
  expect([await save(), done]).toEqual([[200, '{'], 1]);
});
