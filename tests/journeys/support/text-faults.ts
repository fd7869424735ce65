import type { Page } from 'playwright-core';

/** What the device may be set to: larger letters, each on the typefaces that phones and testing machines have. */
const SCALES = ['100%', '130%', '200%'];
const TYPEFACES = ['DejaVu Sans', 'Liberation Sans', 'Liberation Sans Narrow'];

type View = { width: number; height: number; scales: readonly string[] };

/** A phone upright and on its side. */
const PHONE_VIEWS: readonly View[] = [
  { width: 360, height: 640, scales: SCALES },
  { width: 640, height: 360, scales: SCALES },
];

/** A phone and two desktops; letters so large that a window has fewer than 48 of them in a line make it a phone. */
export const MODERATOR_VIEWS: readonly View[] = [
  { width: 360, height: 640, scales: SCALES },
  { width: 769, height: 800, scales: ['100%'] },
  { width: 1280, height: 800, scales: ['100%', '130%'] },
];

/**
 * Text on this screen that does not fit: cut off, outside of its button or of the screen, over other text, or broken
 * inside a word or a number; at every scale, with every typeface, at every size. Leaves the page as it was.
 */
export async function textFaults(page: Page, place: string, views = PHONE_VIEWS): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const { scales, ...size } of views) {
    await page.setViewportSize(size);
    for (const scale of scales) {
      for (const typeface of TYPEFACES) {
        await dress(page, scale, `"${typeface}", sans-serif`);
        const found = await page.evaluate(findFaults);
        faults.push(...found.map(fault => `${place}, ${size.width} wide, ${scale} ${typeface}: ${fault}`));
      }
    }
  }
  await dress(page, '', '');
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Returns once the page is drawn with it. */
async function dress(page: Page, scale: string, font: string): Promise<void> {
  await page.evaluate(
    async ([size = '', family = '']) => {
      const { style } = document.documentElement;
      style.fontSize = size;
      if (family) style.setProperty('--font', family);
      else style.removeProperty('--font');
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    },
    [scale, font],
  );
}

/** Runs in the page, so it holds all that it needs. */
function findFaults(): string[] {
  type Step = { element: Element; style: CSSStyleDeclaration };
  type Word = { text: string; rect: DOMRect; element: Element; chain: Step[] };
  const faults = new Set<string>();
  const screenWidth = document.documentElement.clientWidth;
  const top = document.querySelector('dialog[open]') ?? document.body;
  /** Addresses and keys have no spaces to break at. */
  const hasNoWords = /[@/_\\]|\S{30}/;

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });

  const chainOf = (element: Element): Step[] => {
    const chain: Step[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) {
      chain.push({ element: each, style: getComputedStyle(each) });
    }
    return chain;
  };

  const isForReaders = (chain: Step[]) => chain.some(({ style }) => style.clipPath.startsWith('inset(50%'));

  /** A word may be broken after its own hyphen, a number not. */
  const partsOf = (node: Text) => {
    const parts: { text: string; start: number }[] = [];
    for (const { 0: token, index } of node.data.matchAll(/[^ \n\t]+/g)) {
      let start = index;
      for (const text of hasNoWords.test(token) ? [] : token.split(/(?<=\p{L}-)(?=\p{L})/u)) {
        parts.push({ text, start });
        start += text.length;
      }
    }
    return parts;
  };

  /** The words of a text where they stand; those that are broken are told. */
  const wordsOf = (node: Text): Word[] => {
    const element = node.parentElement;
    if (!element || !isShown(element) || element.closest('select, svg')) return [];
    const chain = chainOf(element);
    if (isForReaders(chain)) return [];
    const range = document.createRange();
    return partsOf(node).flatMap(({ text, start }) => {
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      const [first] = rects;
      const isBroken = first && rects.some(({ top: y }) => Math.abs(y - first.top) > first.height / 2);
      if (isBroken) faults.add(`«${text}» is broken inside`);
      // Text with an ellipsis is there twice.
      return first ? [{ text, rect: first, element, chain }] : [];
    });
  };

  const sticksOut = (rect: DOMRect, box: DOMRect) => rect.left < box.left - 1 || rect.right > box.right + 1;

  const checkButton = ({ text, rect, element }: Word) => {
    const button = element.closest('button, a');
    if (!button || getComputedStyle(button).display === 'inline') return;
    if (getComputedStyle(element).textOverflow === 'ellipsis') return;
    if (sticksOut(rect, button.getBoundingClientRect())) faults.add(`«${text}» stands out of its button`);
  };

  /** Whether it is cut off by what it stands in; a table that is pushed sideways cuts nothing off. */
  const isCutOff = ({ text, rect, chain }: Word): boolean => {
    const pushed = chain.find(
      ({ element, style }) => element.tagName !== 'MAIN' && ['auto', 'scroll'].includes(style.overflowX),
    );
    if (pushed && sticksOut(rect, pushed.element.getBoundingClientRect())) return true;
    const cutting = chain.find(({ style }) => style.overflowX !== 'visible');
    if (!cutting || cutting.element === document.documentElement) return false;
    const { overflowY, textOverflow } = cutting.style;
    const box = cutting.element.getBoundingClientRect();
    const isCut = sticksOut(rect, box);
    if (isCut && textOverflow !== 'ellipsis') faults.add(`«${text}» is cut off`);
    const isHidden = ['hidden', 'clip'].includes(overflowY);
    if (isHidden && rect.bottom > box.bottom + 2 && rect.top < box.bottom) {
      faults.add(`«${text}» is cut off below`);
    }
    return isCut;
  };

  const overlap = (one: DOMRect, other: DOMRect): boolean => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > Math.min(one.height, other.height) / 2;
  };

  const layerOf = ({ element }: Word) => element.closest('header, nav, main, dialog, [role=menu]');

  /** The part that what scrolls leaves in sight. */
  const inSight = (word: Word): Word => {
    const {
      top: y,
      bottom,
      left,
      width,
    } = word.chain
      .filter(({ style }) => style.overflowY !== 'visible')
      .map(({ element }) => element.getBoundingClientRect())
      .reduce((seen, box) => {
        const upper = Math.max(seen.top, box.top);
        return new DOMRect(
          seen.left,
          upper,
          seen.width,
          Math.max(0, Math.min(seen.bottom, box.bottom) - upper),
        );
      }, word.rect);
    return { ...word, rect: new DOMRect(left, y, width, bottom - y) };
  };

  const checkOverlaps = (words: Word[]) => {
    // What is far from the screen is not laid out where the browser skips it.
    const isNear = ({ rect }: Word) => rect.height > 0 && rect.bottom > 0 && rect.top < window.innerHeight;
    const near = words.map(inSight).filter(isNear);
    const still = near.filter(({ chain }) => !chain.some(({ style }) => style.position === 'sticky'));
    still.forEach((one, at) => {
      const over = still
        .slice(at + 1)
        .find(other => overlap(one.rect, other.rect) && layerOf(one) === layerOf(other));
      if (over) faults.add(`«${one.text}» stands over «${over.text}»`);
    });
  };

  const hasRoom = (field: HTMLElement, text: string, font: string): boolean => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context || !isShown(field)) return true;
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    context.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return context.measureText(text).width <= room + 1;
  };

  const checkHint = (input: HTMLInputElement) => {
    const { placeholder, value } = input;
    if (value !== '' || hasRoom(input, placeholder, getComputedStyle(input, '::placeholder').font)) return;
    faults.add(`the hint «${placeholder}» is cut off`);
  };

  const checkChoice = (select: HTMLSelectElement) => {
    const [chosen] = select.selectedOptions;
    if (!chosen || hasRoom(select, chosen.text, getComputedStyle(select).font)) return;
    faults.add(`the choice «${chosen.text}» is cut off`);
  };

  const words: Word[] = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) words.push(...wordsOf(node as Text));
  for (const word of words) checkButton(word);
  const whole = words.filter(word => !isCutOff(word));
  for (const { text, rect } of whole) {
    if (rect.left < -1 || rect.right > screenWidth + 1) faults.add(`«${text}» is outside of the screen`);
  }
  checkOverlaps(whole);
  for (const input of top.querySelectorAll('input')) checkHint(input);
  for (const select of top.querySelectorAll('select')) checkChoice(select);
  const main = document.querySelector('main');
  if (main && main.scrollWidth > main.clientWidth + 1) faults.add('the content is wider than the screen');
  return [...faults];
}
