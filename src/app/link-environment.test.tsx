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
  active: FakeWorker | null = new FakeWorker();
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

async function registered(registration: FakeRegistration) {
  const container = Object.assign(new EventTarget(), { getRegistrations: async () => [registration] });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('location', new URL('http://localhost/'));
  const received = vi.fn();
  (await browserEnvironment().register())?.onWaiting(received);
  return received;
}

it('a new version is told of after others that could not be installed', async () => {
  const registration = new FakeRegistration();
  const received = await registered(registration);
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
  const received = await registered(registration);
  expect(received).toHaveBeenCalledTimes(1);
  registration.installing.becomes('installed');
  expect(received).toHaveBeenCalledTimes(2);
});

it('the first version is no new one', async () => {
  const registration = new FakeRegistration();
  registration.active = null;
  const received = await registered(registration);
  registration.find().becomes('installed');
  expect(received).not.toHaveBeenCalled();
});

it.each([
  ['a worker of the same version under another scope has moved', true, true],
  ['one that keeps other files is a new version', false, false],
])('%s', async (_what, isKept, hasMoved) => {
  let found = new FakeRegistration();
  const container = Object.assign(new EventTarget(), { getRegistrations: async () => [found] });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', { querySelector: () => ({ src: '/application/assets/index-12345678.js' }) });
  vi.stubGlobal('caches', { match: async () => (isKept ? new Response() : undefined) });
  const source = await browserEnvironment().register();
  expect(await source?.hasMoved()).toBe(false);
  found = new FakeRegistration();
  expect(await source?.hasMoved()).toBe(hasMoved);
  expect(await source?.hasMoved()).toBe(false);
});

it.each([
  ['/application', []],
  ['/application/', ['/application']],
])(
  'beside a worker of the whole origin the own one is registered for %s, and is no new version',
  async (allowed, refused) => {
    const origin = new FakeRegistration();
    origin.scope = 'http://localhost/';
    const all = [origin];
    const register = async (_script: string, { scope }: { scope: string }) => {
      if (refused.includes(scope)) throw new DOMException('the path is not allowed', 'SecurityError');
      const made = Object.assign(new FakeRegistration(), { scope: `http://localhost${scope}`, active: null });
      all.push(made);
      return made;
    };
    const getRegistrations = async () => all;
    const container = Object.assign(new EventTarget(), {
      controller: origin.active,
      getRegistrations,
      register,
    });
    vi.stubGlobal('navigator', { serviceWorker: container });
    vi.stubGlobal('location', new URL('http://localhost/'));
    vi.stubGlobal('document', {
      readyState: 'complete',
      querySelector: () => ({ src: '/application/assets/x.js' }),
    });
    vi.stubGlobal('caches', { match: async () => new Response() });
    const source = await browserEnvironment().register();
    const received = vi.fn();
    source?.onWaiting(received);
    expect(all.map(({ scope }) => new URL(scope).pathname)).toEqual(['/', allowed]);
    all.at(-1)?.find().becomes('installed');
    expect(received).not.toHaveBeenCalled();
    expect(await source?.hasMoved()).toBe(true);
  },
);
