import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '#tests/support/browser.ts';
import { coveredTargets, everyPosition } from './scrolled.ts';

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];
type NodeResult = Violation['nodes'][number];

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is in order is not told element by element: on a long list that takes half of the time. */
const FAULTS_ONLY = { resultTypes: ['violations' as const] };

/** What is wrong here in both themes, with the place. */
export async function themeFaults(page: Page, place: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [colorScheme, look] of [
    ['light', accessibilityFaults],
    ['dark', contrastFaults],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    faults.push(...(await look(page)));
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  return faults.map(fault => `${place}: ${fault}`);
}

/** The same, whether the page is too wide, and on a phone what a finger misses. */
export async function faultsHere(page: Page, place: string): Promise<string[]> {
  return [...(await themeFaults(page, place)), ...(await sizeFaults(page, place))];
}

/** The same, and what is wrong when the page becomes a desktop's where it was a phone's, or a phone's. */
export async function faultsInBothSizes(page: Page, place: string): Promise<string[]> {
  const faults = await faultsHere(page, place);
  const size = page.viewportSize() ?? PHONE;
  const other = size.width === PHONE.width ? DESKTOP : PHONE;
  await resize(page, other);
  const there = `${place}, ${other.width} wide`;
  faults.push(...(await accessibilityFaults(page)).map(fault => `${there}: ${fault}`));
  faults.push(...(await sizeFaults(page, there)));
  await resize(page, size);
  return faults;
}

/** Returns when the page is drawn anew: what is typed before that goes into a field that is about to be replaced. */
async function resize(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

async function sizeFaults(page: Page, place: string): Promise<string[]> {
  const isPhone = page.viewportSize()?.width === PHONE.width;
  const small = isPhone ? await smallTargets(page) : [];
  return [
    ...((await isTooWide(page)) ? [`${place}: wider than the screen`] : []),
    ...small.map(fault => `${place}: ${fault}`),
  ];
}

/**
 * Every accessibility fault of the page as one line: rule, element, what to do. Where it scrolls, also what is too small
 * or lies under a bar further down. Empty is what we want.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return everyPosition(page, async position => {
    // `target-size` ships switched off.
    const all = builder(page).options({ ...FAULTS_ONLY, rules: { 'target-size': { enabled: true } } });
    const axe = position === 'top' ? all.withTags(LEVELS) : all.withRules(['target-size']);
    const lines = await linesOf(page, axe, node => position === 'top' || !isHalfUnderBar(node));
    return [...lines, ...(await coveredTargets(page))];
  });
}

/** Only what another theme can break, in a fraction of the time. */
async function contrastFaults(page: Page): Promise<string[]> {
  // A copy: the builder writes into what it is given.
  return linesOf(
    page,
    builder(page)
      .options({ ...FAULTS_ONLY })
      .withRules(['color-contrast']),
  );
}

/** Our pages have no frames: without this each look opens a page more, only to join what the frames said. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}

/** It is about to leave, or to come, as the page is scrolled on. */
function isHalfUnderBar({ any }: NodeResult): boolean {
  return any.some(({ data }) => String(Object(data).messageKey).startsWith('partiallyObscured'));
}

async function linesOf(
  page: Page,
  axe: AxeBuilder,
  counts: (node: NodeResult) => boolean = () => true,
): Promise<string[]> {
  await paintEverything(page);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.filter(counts).map(node => `${id}: ${node.target.join(' ')} (${help})`),
  );
}

/** An animation that is over by then is waited for; a toast's bar and a spinner are not. */
const SOON_MS = 1000;

/**
 * Chromium does not style what `content-visibility` skips, a change of the theme fades, and a toast that comes or goes
 * while axe is at work is half transparent: in each case it would measure colours that nobody ever reads.
 */
async function paintEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { content-visibility: visible !important; transition: none !important }
      .toast-enter, .toast-exit { animation-duration: 1ms !important }
    `);
    document.adoptedStyleSheets = [sheet];
  });
  // Whatever fades in is half transparent until it is there.
  await page.evaluate(async soon => {
    const brief = document
      .getAnimations()
      .filter(each => Number(each.effect?.getComputedTiming().endTime) < soon);
    await Promise.allSettled(brief.map(each => each.finished));
  }, SOON_MS);
}

/** What can be pressed and is smaller than a finger: the thing that takes the press is measured. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.locator('main').evaluate(main => {
    const faults: string[] = [];
    const pressed = 'button, select, [role=tab], [role=treeitem], label:has(input)';
    const top = document.querySelector('dialog[open]') ?? main;
    for (const element of top.querySelectorAll<HTMLElement>(pressed)) {
      const { width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1;
      if (isShown && Math.min(width, height) < 44) {
        faults.push(`${element.ariaLabel ?? element.textContent?.slice(0, 40)}: ${width} × ${height}`);
      }
    }
    return faults;
  });
}

/** Whether the page has to be pushed sideways to be read. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
