import type { Page } from 'playwright-core';

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
