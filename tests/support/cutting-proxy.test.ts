import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.ts';
import { freePort } from './server-process.ts';

describe('the cutting proxy', () => {
  const done: string[] = [];
  const server = createServer((incoming, outgoing) => {
    done.push(`${incoming.method} ${incoming.url}`);
    outgoing.setHeader('content-type', 'application/json').end('{"status":"created"}');
  });
  let proxy: CuttingProxy;

  beforeEach(async () => {
    done.length = 0;
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    proxy = await cuttingProxy(`http://127.0.0.1:${port}`);
  });

  afterEach(async () => {
    await proxy.close();
    server.close();
  });

  const save = () =>
    fetch(`${proxy.origin}/api/save?a=1`, {
      method: 'POST',
      headers: { 'idempotency-key': 'k1' },
      body: '{}',
    });

  it('passes a request and its answer on, and remembers it', async () => {
    const answer = await save();
    expect(await answer.json()).toEqual({ status: 'created' });
    expect(done).toEqual(['POST /api/save?a=1']);
    expect(proxy.passages('/api/save')).toEqual([
      { method: 'POST', path: '/api/save', key: 'k1', fault: undefined },
    ]);
  });

  it('refuses connections while it is offline, on the same port as before', async () => {
    await proxy.goOffline();
    await expect(save()).rejects.toThrow();
    await proxy.goOnline();
    expect((await save()).status).toBe(200);
    expect(done).toHaveLength(1);
  });

  it('loses an answer after the server has done its work, once', async () => {
    proxy.spoil({ path: '/api/save', fault: 'lose-answer' });
    await expect(save()).rejects.toThrow();
    expect(done).toHaveLength(1);
    expect((await save()).status).toBe(200);
  });

  it('cuts an answer in its middle', async () => {
    proxy.spoil({ path: /save/, fault: 'cut-answer' });
    await expect(save().then(answer => answer.json())).rejects.toThrow();
    expect(done).toHaveLength(1);
  });

  it('loses a request before the server hears of it', async () => {
    proxy.spoil({ path: '/api/save', fault: 'lose-request', times: 2 });
    await expect(save()).rejects.toThrow();
    await expect(save()).rejects.toThrow();
    expect(done).toEqual([]);
  });

  it('answers with the page of a Wi-Fi or with a 500 in the place of the server', async () => {
    proxy.spoil({ path: '/api/save', fault: 'html' });
    proxy.spoil({ path: '/api/save', fault: 'error' });
    const page = await save();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect((await save()).status).toBe(500);
    expect(done).toEqual([]);
  });

  it('forgets faults that have not happened', async () => {
    proxy.spoil({ path: '/api/save', fault: 'error', times: 9 });
    proxy.heal();
    expect((await save()).status).toBe(200);
  });
});
