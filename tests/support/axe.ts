import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Every accessibility fault of the page as one line: rule, element, what to do. Empty is what we want. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // `target-size` ships switched off.
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.withTags(LEVELS).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${node.target.join(' ')} (${help})`),
  );
}
