import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is in order is not told element by element: on a long list that takes half of the time. */
const FAULTS_ONLY = { resultTypes: ['violations' as const] };

/** Every accessibility fault of the page as one line: rule, element, what to do. Empty is what we want. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // `target-size` ships switched off.
  const options = { ...FAULTS_ONLY, rules: { 'target-size': { enabled: true } } };
  return linesOf(page, builder(page).options(options).withTags(LEVELS));
}

/** Only what another theme can break, in a fraction of the time. */
export async function contrastFaults(page: Page): Promise<string[]> {
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

async function linesOf(page: Page, axe: AxeBuilder): Promise<string[]> {
  await paintEverything(page);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${node.target.join(' ')} (${help})`),
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
