import { afterEach, expect, it, vi } from 'vitest';
import { browserEnvironment } from './link-environment.ts';

afterEach(() => vi.unstubAllGlobals());

class FakeWorker extends EventTarget {
  state = 'installing';
  scriptURL = 'http://localhost/application/sw.js';
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  scope = 'http://localhost/application';
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

async function registered(registration: FakeRegistration, controller: object | null) {
  const getRegistration = async () => registration;
  const container = Object.assign(new EventTarget(), { controller, getRegistration });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', new URL('http://localhost/'));
  const received = vi.fn();
  (await browserEnvironment().register())?.onWaiting(received);
  return received;
}

it('a new version is told of after others that could not be installed', async () => {
  const registration = new FakeRegistration();
  const received = await registered(registration, {});
  registration.find().becomes('redundant');
  registration.find().becomes('redundant');
  expect(received).not.toHaveBeenCalled();
  registration.find().becomes('installed');
  expect(received).toHaveBeenCalledTimes(1);
});

it('a new version that was there before the page, or on its way, is told of', async () => {
  const registration = new FakeRegistration();
  registration.waiting = new FakeWorker();
  registration.waiting.state = 'installed';
  registration.installing = new FakeWorker();
  const received = await registered(registration, {});
  expect(received).toHaveBeenCalledTimes(1);
  registration.installing.becomes('installed');
  expect(received).toHaveBeenCalledTimes(2);
});

it('the first version is no new one', async () => {
  const registration = new FakeRegistration();
  const received = await registered(registration, null);
  registration.find().becomes('installed');
  expect(received).not.toHaveBeenCalled();
});

it.each([
  ['a worker of the same version under another scope has moved', true, true],
  ['one that keeps other files is a new version', false, false],
])('%s', async (_what, isKept, hasMoved) => {
  let found = new FakeRegistration();
  const container = Object.assign(new EventTarget(), { getRegistration: async () => found });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', { querySelector: () => ({ src: '/application/assets/index-12345678.js' }) });
  vi.stubGlobal('caches', { match: async () => (isKept ? new Response() : undefined) });
  const source = await browserEnvironment().register();
  expect(await source?.hasMoved()).toBe(false);
  found = new FakeRegistration();
  expect(await source?.hasMoved()).toBe(hasMoved);
  expect(await source?.hasMoved()).toBe(false);
});
