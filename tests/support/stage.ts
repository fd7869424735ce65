import type { Page } from 'playwright-core';
import { type Browser, newProfile, PHONE, removeProfile, startChromium } from './browser.ts';
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { DEMO, signIn } from './sign-in.ts';

/** The real server and a real browser, once per file of journeys. */
export type Stage = {
  server: ServerProcess;
  browser: Browser;
  /** SIGKILL in the middle of whatever it does, then a start on the same profile. */
  crashBrowser: () => Promise<void>;
  end: () => Promise<void>;
};

/** Starts both at the same time: they wait for different things. */
export async function raiseStage(): Promise<Stage> {
  const [server, browser] = await Promise.all([startServer(), startChromium(newProfile())]);
  const stage: Stage = {
    server,
    browser,
    crashBrowser: async () => {
      await stage.browser.kill();
      stage.browser = await startChromium(stage.browser.profile);
    },
    end: async () => {
      await stage.browser.close();
      removeProfile(stage.browser.profile);
      await server.remove();
    },
  };
  return stage;
}

/** One test's own way to the server: its port is an origin of its own, so nothing is left of another test. */
export type Scene = { proxy: CuttingProxy; page: Page; at: (path: string) => string };

export async function openScene(
  { server, browser }: Pick<Stage, 'server' | 'browser'>,
  path: string,
  size: typeof PHONE = PHONE,
): Promise<Scene> {
  const proxy = await cuttingProxy(server.origin);
  const at = (below: string) => `${proxy.origin}/application${below}`;
  const page = await browser.open(at(path), size);
  return { proxy, page, at };
}

/** The page first, so that the proxy is not asked for anything while it closes. */
export async function closeScene({ browser }: Pick<Stage, 'browser'>, { proxy }: Scene): Promise<void> {
  const pages = browser.context.pages().filter(page => page.url().startsWith(proxy.origin));
  await Promise.all(pages.map(page => page.close()));
  await proxy.close();
}

/** A promoter who has been told that the network may go: everything needed is on the device, the worker too. */
export async function readyForTheField(
  stage: Pick<Stage, 'server' | 'browser'>,
  size: typeof PHONE = PHONE,
  email: string = DEMO.promoter,
): Promise<Scene> {
  const scene = await openScene(stage, '/login?redirect=/promo', size);
  await signIn(scene.page, email);
  await scene.page.getByText('Готово к работе без связи', { exact: true }).first().waitFor();
  await scene.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return scene;
}

/** The way to the server is open again, and the browser says so, as it does when a phone finds its network. */
export async function findNetwork({ proxy, page }: Scene): Promise<void> {
  await proxy.goOnline();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}
