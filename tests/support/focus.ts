import type { Locator, Page } from 'playwright-core';

/** What is wrong with where the focus stands now, after `what`: nowhere, or not to be seen. Empty is what we want. */
export function focusFaults(page: Page, what: string): Promise<string[]> {
  return page.evaluate(after => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return [`${after}: the focus is lost`];
    const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 60);
    // A control that is drawn by its label shows the focus there.
    const drawn = [element, element.closest('label'), element.parentElement, element.nextElementSibling];
    const isMarked = drawn.some(each => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    });
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return [
      ...(isMarked ? [] : [`${after}: the focus on «${name}» is not seen`]),
      ...(isInSight ? [] : [`${after}: «${name}» is out of sight`]),
    ];
  }, what);
}

/** Waits until the focus stands in it: a dialog is in sight before it takes the focus, and a key would go elsewhere. */
export async function takesFocus(within: Locator): Promise<void> {
  await within.and(within.page().locator(':focus-within')).waitFor();
}

/** Tab until the focus stands on the control of that name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() =>
      (document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim(),
    );
  await tabUntil(page, name, async () => (await focused()) === name);
}

/** Tab until the focus stands in the field of that label. */
export async function tabToField(page: Page, label: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const field = document.activeElement;
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      return isField ? (field.ariaLabel ?? field.labels?.[0]?.textContent ?? '').trim() : null;
    });
  await tabUntil(page, label, async () => (await focused()) === label);
}

async function tabUntil(page: Page, name: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let stops = 0; stops < 400; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to «${name}»`);
}
