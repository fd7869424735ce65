import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listContactStates } from '#contract/contacts.ts';
import { type Browser, removeProfile, startChromium } from '#tests/support/browser.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';
import { type Past, watchResends } from './resends.ts';

const SAVE = '/api/promo/contacts/save';
const request = Buffer.from('POST /api HTTP/1.1\r\n\r\n');

describe('what came again is told apart', () => {
  function broken(past: Past) {
    let now = 0;
    const resends = watchResends<string>(() => now);
    resends.broke(request, 'first', past);
    const turn = (ms: number) => {
      now += ms;
    };
    return { ...resends, turn };
  }

  it('the first same request after a used connection broke is the browser’s, the next is the app’s', () => {
    const { recognise } = broken('used');
    expect(recognise(Buffer.from('POST /other HTTP/1.1\r\n\r\n'))).toBeNull();
    expect(recognise(Buffer.from(request))).toBe('first');
    expect(recognise(request)).toBeNull();
  });

  it('after an unused connection broke, a probe in between makes it the app’s', () => {
    expect(broken('unused').recognise(request)).toBe('first');
    const { probed, recognise } = broken('unused');
    probed();
    expect(recognise(request)).toBeNull();
  });

  it('after a used one a probe says nothing: another tab may have sent it', () => {
    const { probed, recognise } = broken('used');
    probed();
    expect(recognise(request)).toBe('first');
  });

  it('after a second it is the app’s', () => {
    const { turn, recognise } = broken('used');
    turn(1001);
    expect(recognise(request)).toBeNull();
  });
});

describe('in Chromium', () => {
  let browser: Browser;
  let proxy: FaultyProxy;
  let page: Page;
  let saves = 0;
  const files = mkdtempSync(join(tmpdir(), 'proxy-files-'));
  const target = createServer((incoming, outgoing) => {
    if (incoming.url === SAVE) saves += 1;
    outgoing.setHeader('content-type', 'application/json').end('{}');
  });

  beforeAll(async () => {
    writeFileSync(join(files, 'index.html'), '<title>Page</title>');
    target.listen(0, '127.0.0.1');
    await once(target, 'listening');
    const address = target.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    proxy = await openProxy({
      ...{ target: `http://127.0.0.1:${port}`, keyed: true, files, random: () => 0.5 },
      killServer: async () => {},
    });
    browser = await startChromium();
    page = await browser.open(`${proxy.origin}/application/`);
  });

  afterAll(async () => {
    await browser.kill();
    removeProfile(browser.profile);
    await proxy.close();
    target.closeAllConnections();
    target.close();
    rmSync(files, { recursive: true });
  });

  /** As the app does it: a probe, so that there is a used connection, then the save. */
  async function attempt(key: string): Promise<string> {
    return page.evaluate(
      async ([probe = '', save = '', key = '']) => {
        await (await fetch(probe)).text();
        const headers = { 'Idempotency-Key': key };
        const saving = fetch(save, { method: 'POST', body: '{}', headers });
        return saving.then(answer => String(answer.status)).catch(error => String(error.name));
      },
      [listContactStates.path, SAVE, key],
    );
  }

  const sendsOf = (key: string) =>
    proxy.passages().flatMap(passage => (passage.key === key ? [passage.sends] : []));

  it('a save whose answer is cut on a used connection is sent again by the browser: one attempt, two sends', async () => {
    proxy.spoil(/save$/, 'cut-after');
    expect(await attempt('cut-once')).toBe('200');
    expect([saves, sendsOf('cut-once')]).toEqual([2, [2]]);
    expect(proxy.met()).toEqual({ 'cut-after': 1, 'browser-resend': 1 });
  });

  it('on a connection opened for it nothing is repeated: the page is told, and comes again after a probe', async () => {
    await proxy.goOffline();
    await proxy.goOnline();
    proxy.spoil(/save$/, 'cut-after');
    const told = page.evaluate(
      path =>
        fetch(path, { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'fresh' } }).then(
          String,
          String,
        ),
      SAVE,
    );
    expect(await told).toContain('TypeError');
    expect(await attempt('fresh')).toBe('200');
    expect(sendsOf('fresh')).toEqual([1, 1]);
  });

  it('a second attempt of the page’s own is another passage', async () => {
    expect(await attempt('twice')).toBe('200');
    expect(await attempt('twice')).toBe('200');
    expect(sendsOf('twice')).toEqual([1, 1]);
  });

  it('when every connection is cut, the page is told, and its next attempt is another passage', async () => {
    proxy.trouble(1, ['cut-before']);
    const told = page.evaluate(
      path =>
        fetch(path, { method: 'POST', headers: { 'Idempotency-Key': 'cut-always' } }).then(String, String),
      SAVE,
    );
    expect(await told).toContain('TypeError');
    const sends = sendsOf('cut-always');
    proxy.heal();
    expect(await attempt('cut-always')).toBe('200');
    expect(sendsOf('cut-always')).toEqual([...sends, 1]);
    expect(sends).toHaveLength(1);
  });
});
