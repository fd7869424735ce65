/** The app was closed and there is no network: what its start takes, beside the floor and a peer. */
import { brotliCompressSync } from 'node:zlib';
import { startChromium } from '#tests/support/browser.ts';
import { collectRuns, type Findings, ratio, type Verdict, verdict } from './figures.ts';
import {
  openOfflineTab,
  RATES,
  type Tab,
  untilQuiet,
  watchAnswerFromStart,
  watchFromStart,
  watchThread,
  whenAnswered,
  whenPainted,
} from './probes.ts';
import { type BenchSetup, PEER_SIZE, SIZES, type Side, type Size, sidesOf } from './setup.ts';

const KIB = 1024;

/** Who is called from the first row: there as soon as a contact is seen. */
export const FIRST_CONTACT = { selector: 'article a[href^="tel:"]' };

/** The name in a row of the app's own list or the peer's; the first view and the floor have no such link. */
export const OWN_ROW = '#root article h3 a';

/**
 * How long until the first contact is seen, and until the page's own list answers: a row of it had been painted, nothing
 * lies over it, and a click in the middle of its name is taken by the page's scripts. The floor answers with its first
 * contact: that is a link of the browser's own.
 */
export async function measureColdStart(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  for (let run = 0; run < repeats; run += 1) {
    for (const rate of RATES) {
      for (const size of SIZES) {
        for (const side of sidesOf(setup, size)) {
          const add = (figure: string, value: number) =>
            runs.add(nameOf(figure, side.what, size, rate), value);
          await startOnce(setup.profile, side, rate, add);
        }
      }
    }
  }
  const figures = runs.figures();
  const own = (what: string, rate: number, size: Size = PEER_SIZE) =>
    nameOf('own list answers ms', what, size, rate);
  const seen = (what: string, rate: number) => nameOf('first contact painted ms', what, PEER_SIZE, rate);
  const of = (rate: number, mostOfFloor: number): Verdict[] => [
    verdict(
      `own list, app / floor, ${rate}×`,
      ratio(figures, own('app', rate), seen('floor', rate)),
      mostOfFloor,
    ),
    verdict(`own list, app / peer, ${rate}×`, ratio(figures, own('app', rate), own('peer', rate)), 0.75),
    verdict(
      `own list, 50,000 / 1,000, ${rate}×`,
      ratio(figures, own('app', rate, 50_000), own('app', rate, 1_000)),
      1.2,
    ),
    verdict(
      `first contact, app / floor, ${rate}×`,
      ratio(figures, seen('app', rate), seen('floor', rate)),
      1.4,
    ),
  ];
  return { figures, verdicts: [...of(1, 1.6), ...of(4, 2.2)] };
}

function nameOf(figure: string, what: string, size: Size, rate: number): string {
  return `${figure}, ${what}, ${size}, ${rate}×`;
}

/** A new browser on the profile, one page, and its end. */
async function inNewBrowser<Value>(
  profile: string,
  rate: number,
  work: (tab: Tab) => Promise<Value>,
): Promise<Value> {
  const browser = await startChromium(profile);
  try {
    return await work(await openOfflineTab(browser, rate));
  } finally {
    await browser.close();
  }
}

async function startOnce(
  profile: string,
  { what, url }: Side,
  rate: number,
  add: (figure: string, value: number) => void,
): Promise<void> {
  await inNewBrowser(profile, rate, async ({ page }) => {
    await watchFromStart(page, FIRST_CONTACT);
    await watchAnswerFromStart(page, OWN_ROW);
    await page.goto(url, { waitUntil: 'commit' });
    add('first contact painted ms', await whenPainted(page));
    if (what !== 'floor') add('own list answers ms', await whenAnswered(page));
  });
}

/** What the page's thread works until it rests, and what is fetched for that. */
export async function measureThread(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  for (let run = 0; run < repeats; run += 1) {
    for (const rate of RATES) {
      for (const { what, url } of sidesOf(setup, PEER_SIZE)) {
        await inNewBrowser(setup.profile, rate, async ({ page, cdp }) => {
          await watchThread(cdp);
          await watchFromStart(page, FIRST_CONTACT);
          await page.goto(url, { waitUntil: 'commit' });
          await whenPainted(page);
          runs.add(`thread ms until quiet, ${what}, ${rate}×`, await untilQuiet(cdp));
        });
      }
    }
  }
  for (const side of sidesOf(setup, PEER_SIZE)) {
    for (const [until, files] of Object.entries(await countFiles(setup.profile, side))) {
      runs.add(`files fetched until ${until}, ${side.what}`, files.length);
      runs.add(`KiB brotli fetched until ${until}, ${side.what}`, sizeOf(files));
    }
  }
  const figures = runs.figures();
  const worked = (what: string, rate: number) => `thread ms until quiet, ${what}, ${rate}×`;
  return {
    figures,
    verdicts: RATES.map(rate =>
      verdict(
        `thread until quiet, app / peer, ${rate}×`,
        ratio(figures, worked('app', rate), worked('peer', rate)),
        1,
      ),
    ),
  };
}

/** The content of every file that a start has fetched until its list answers, and until it is quiet. */
async function countFiles(profile: string, { what, url }: Side) {
  const fetchedUntil = (wait: (tab: Tab) => Promise<unknown>) =>
    inNewBrowser(profile, 1, async tab => {
      const { page, cdp } = tab;
      await cdp.send('Network.enable');
      const requests = new Map<string, string>();
      cdp.on('Network.responseReceived', ({ requestId, response }) => requests.set(response.url, requestId));
      await watchFromStart(page, FIRST_CONTACT);
      await page.goto(url, { waitUntil: 'commit' });
      await whenPainted(page);
      await wait(tab);
      const bodies = [...requests.values()].map(requestId =>
        cdp.send('Network.getResponseBody', { requestId }),
      );
      return (await Promise.all(bodies)).map(({ body, base64Encoded }) =>
        Buffer.from(body, base64Encoded ? 'base64' : 'utf8'),
      );
    });
  return {
    'the list answers': await fetchedUntil(async ({ page }) => {
      if (what !== 'floor') await page.locator(OWN_ROW).first().waitFor();
    }),
    quiet: await fetchedUntil(async ({ cdp }) => {
      await watchThread(cdp);
      await untilQuiet(cdp);
    }),
  };
}

/** As they travel: each file compressed by itself. */
function sizeOf(files: readonly Buffer[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0) / KIB;
}
