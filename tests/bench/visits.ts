/** The first visit of each of a promoter's screens, from an app that has started and rests, without a network. */
import { paths } from '#domain/paths.ts';
import { startChromium } from '#tests/support/browser.ts';
import {
  collectRuns,
  type Figure,
  type Findings,
  medianOf,
  ratio,
  type Verdict,
  verdict,
} from './figures.ts';
import {
  type Awaited,
  openOfflineTab,
  RATES,
  timeInput,
  untilQuiet,
  watchFromStart,
  watchThread,
  whenPainted,
} from './probes.ts';
import { type BenchSetup, PEER_SIZE, SIZES } from './setup.ts';

/** What is tapped one after the other on the contact list, the last of it timed until the screen's own content is painted. */
type Visit = { screen: string; taps: readonly [string, ...string[]]; awaited: Awaited };

const tab = (path: string) => `nav a[href$="/application${path}"]`;
const FIRST_NAME = 'article h3 a';
const ROW_MENU = 'article button[aria-haspopup=menu]';
const BAR_MENU = 'header button[aria-haspopup=menu]';
const ORDER_OF_ROW = `[role=menuitem][href*="${paths.orderAdd}?"]`;
const AT_HOME = `main a[href*="${paths.orderAddBasa}"]`;

const ORDER_FORM: Visit = {
  screen: 'order form',
  taps: [ROW_MENU, ORDER_OF_ROW, AT_HOME],
  awaited: { selector: 'main form select[name=district] option:nth-child(2)' },
};

const VISITS: readonly Visit[] = [
  { screen: 'home', taps: [tab(paths.promo)], awaited: { selector: 'main details > summary' } },
  {
    screen: 'orders',
    taps: [tab(paths.orders)],
    awaited: { selector: 'main article a[href*="/promo/request/"]' },
  },
  {
    screen: 'request',
    taps: [tab(paths.orders), 'main article a[href*="/promo/request/"]'],
    awaited: { selector: 'main dl' },
  },
  { screen: 'order type', taps: [ROW_MENU, ORDER_OF_ROW], awaited: { selector: AT_HOME } },
  ORDER_FORM,
  {
    screen: 'contact form',
    taps: [tab(paths.contactAdd)],
    awaited: { selector: 'main form input[name=first_name]' },
  },
  { screen: 'contact card', taps: [FIRST_NAME], awaited: { selector: `${AT_HOME}[href*=contact]` } },
  {
    screen: 'contact edit',
    taps: [ROW_MENU, '[role=menuitem][href*="/contacts/edit/"]'],
    awaited: { selector: 'main form input[name=first_name]:not([value=""])' },
  },
  {
    screen: 'import',
    taps: [BAR_MENU, `[role=menuitem][href$="${paths.contactImport}"]`],
    awaited: { selector: 'main textarea' },
  },
  {
    screen: 'outbox',
    taps: [`header a[href$="${paths.outbox}"]`],
    awaited: { selector: 'main section[aria-label] h2' },
  },
];

/** The peer's form, from its own link. */
const PEER_FORM: Visit = {
  screen: 'order form',
  taps: ['header a[href$="/order"]'],
  awaited: { selector: 'main form input[name=district]' },
};

/** From the tap to the painted screen, each in a browser that has just been started. */
export async function measureVisits(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const { profile } = setup;
  for (let run = 0; run < repeats; run += 1) {
    for (const rate of RATES) {
      for (const size of SIZES) {
        const url = setup.app(size, paths.contacts);
        for (const visit of size === PEER_SIZE ? VISITS : [ORDER_FORM]) {
          runs.add(nameOf(visit.screen, 'app', size, rate), await visitOnce({ profile, url, rate }, visit));
        }
      }
      const peer = { profile, url: setup.peer(), rate };
      runs.add(nameOf(PEER_FORM.screen, 'peer', PEER_SIZE, rate), await visitOnce(peer, PEER_FORM));
    }
  }
  const figures = runs.figures();
  return { figures, verdicts: RATES.flatMap(rate => verdictsOf(figures, rate)) };
}

function nameOf(screen: string, what: string, size: number, rate: number): string {
  return `first visit ms, ${screen}, ${what}, ${size}, ${rate}×`;
}

function verdictsOf(figures: Record<string, Figure>, rate: (typeof RATES)[number]): Verdict[] {
  const form = (what: string, size: number) => nameOf(ORDER_FORM.screen, what, size, rate);
  return [
    ...VISITS.map(({ screen }) =>
      verdict(
        `first visit, ${screen}, ${rate}×, ms`,
        medianOf(figures, nameOf(screen, 'app', PEER_SIZE, rate)),
        rate === 1 ? 60 : 200,
      ),
    ),
    verdict(
      `first visit, order form, 50,000 / 1,000, ${rate}×`,
      ratio(figures, form('app', 50_000), form('app', 1_000)),
      1.2,
    ),
  ];
}

type Start = { profile: string; url: string; rate: number };

async function visitOnce({ profile, url, rate }: Start, { taps, awaited }: Visit): Promise<number> {
  const browser = await startChromium(profile);
  try {
    const { page, cdp } = await openOfflineTab(browser, rate);
    await watchThread(cdp);
    await watchFromStart(page, { selector: '#root article' });
    await page.goto(url, { waitUntil: 'commit' });
    await whenPainted(page);
    await untilQuiet(cdp);
    const last = taps.at(-1) ?? taps[0];
    for (const before of taps.slice(0, -1)) {
      await page.locator(before).first().click();
      await untilQuiet(cdp);
    }
    return await timeInput(page, 'pointerup', awaited, () => page.locator(last).first().click());
  } finally {
    await browser.close();
  }
}
