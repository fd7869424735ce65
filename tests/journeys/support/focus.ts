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
    // A title has the focus from the program alone, and is no control.
    const isTitle = element.matches('h1, h2, h3');
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return [
      ...(isMarked || isTitle ? [] : [`${after}: the focus on «${name}» is not seen`]),
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

/** What somebody without a pointer meets on a page; each fault names the element. Empty lists are what we want. */
type TabTour = {
  stops: number;
  /** Can be clicked, is never reached. */
  missed: string[];
  /** Has the focus and does not show it. */
  unmarked: string[];
  /** Has the focus under a bar that lies over it. */
  covered: string[];
};

const OPERABLE = 'a[href],button,input,select,textarea,summary,[tabindex]';

/** A date has a stop for its day, month and year each, and one for its calendar. */
const PARTS = 4;

/** Walks over the whole page with Tab, from its beginning until the focus comes round. */
export async function tabTour(page: Page): Promise<TabTour> {
  const wanted = await page.evaluate(numberOperable, OPERABLE);
  const tour: TabTour = { stops: 0, missed: [], unmarked: [], covered: [] };
  const reached = new Set<string>();
  let last = { number: '', times: 0 };
  // The focus may begin in the middle of the page: past the end it comes round, once.
  for (let ends = 0; ends < 2; ) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null) {
      ends += 1;
      continue;
    }
    last = { number: stop.number, times: stop.number === last.number ? last.times + 1 : 1 };
    if (last.times > 1 && last.times <= PARTS) continue;
    if (reached.has(stop.number)) break;
    reached.add(stop.number);
    if (!stop.isMarked) tour.unmarked.push(stop.name);
    if (stop.isCovered) tour.covered.push(stop.name);
  }
  tour.stops = reached.size;
  tour.missed = wanted.filter(({ number }) => !reached.has(number)).map(({ name }) => name);
  return tour;
}

/** Numbers what can be operated, as far as it can be seen; of a group of radio buttons one stop is enough. */
function numberOperable(operable: string): { number: string; name: string }[] {
  const isStop = (element: HTMLElement) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.matches(':disabled,[tabindex^="-"],[inert] *')) return false;
    return !(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked;
  };
  return [...document.querySelectorAll<HTMLElement>(operable)].flatMap((element, index) => {
    element.dataset.stop = String(index);
    const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 60);
    return isStop(element) ? [{ number: String(index), name }] : [];
  });
}

/** The element with the focus; null once the focus has left the page. */
function lookAtFocus(): { number: string; name: string; isMarked: boolean; isCovered: boolean } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  // A control that is drawn by its label shows the focus there.
  const drawn = [element, element.closest('label'), element.parentElement, element.nextElementSibling];
  const isMarked = drawn.some(each => {
    if (!each) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  const isTiny = width < 4 || height < 4;
  const isCovered = !isTiny && at !== null && !element.contains(at) && !at.contains(element);
  const name = (element.ariaLabel ?? element.textContent ?? element.id).trim().slice(0, 60);
  return { number: element.dataset.stop ?? name, name, isMarked, isCovered };
}
