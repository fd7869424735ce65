import type { Page } from 'playwright-core';

/** What the device may be set to: larger letters, each on the typefaces that phones and testing machines have. */
const SCALES = ['100%', '130%', '200%'];
const TYPEFACES = ['DejaVu Sans', 'Liberation Sans', 'Liberation Sans Narrow'];

/** A phone upright and on its side. */
const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
];

/**
 * Text on this screen that does not fit: cut off, outside of its button or of the screen, over other text, or broken
 * inside a word or a number; at every scale, with every typeface, upright and on the side. Leaves the page as it was.
 */
export async function textFaults(page: Page, place: string): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const scale of SCALES) {
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
  const faults = new Set<string>();
  const width = document.documentElement.clientWidth;
  const top = document.querySelector('dialog[open]') ?? document.body;
  /** Addresses and keys have no spaces to break at. */
  const hasNoWords = /[@/_\\]|\S{30}/;
  type Line = { text: string; rect: DOMRect; layer: Element | null };
  const lines: Line[] = [];

  const stylesUp = (element: Element) => {
    const found: { element: Element; style: CSSStyleDeclaration }[] = [];
    for (let each: Element | null = element; each; each = each.parentElement) {
      found.push({ element: each, style: getComputedStyle(each) });
    }
    return found;
  };

  const checkText = (node: Text) => {
    const element = node.parentElement;
    if (
      !element?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) ||
      element.closest('select, svg')
    )
      return;
    const chain = stylesUp(element);
    if (chain.some(({ style }) => style.clipPath.startsWith('inset(50%'))) return;
    const range = document.createRange();
    for (const { 0: token, index } of node.data.matchAll(/[^ \n\t]+/g)) {
      if (hasNoWords.test(token)) continue;
      let at = index;
      // A word may be broken after its own hyphen; a number not.
      for (const part of token.split(/(?<=\p{L}-)(?=\p{L})/u)) {
        range.setStart(node, at);
        at += part.length;
        range.setEnd(node, at);
        const rects = [...range.getClientRects()].filter(({ width: wide }) => wide > 0);
        const [first, ...others] = rects;
        if (!first) continue;
        if (others.some(rect => Math.abs(rect.top - first.top) > first.height / 2)) {
          faults.add(`«${part}» is broken inside`);
        }
        for (const rect of rects) checkRect(part, rect, element, chain);
      }
    }
  };

  const checkRect = (text: string, rect: DOMRect, element: Element, chain: ReturnType<typeof stylesUp>) => {
    const button = element.closest('button, a');
    if (button && getComputedStyle(button).display !== 'inline') {
      const box = button.getBoundingClientRect();
      const isInside = rect.left >= box.left - 1 && rect.right <= box.right + 1;
      if (!isInside && getComputedStyle(element).textOverflow !== 'ellipsis') {
        faults.add(`«${text}» stands out of its button`);
      }
    }
    const cutting = chain.find(
      ({ element: each, style }) => style.overflowX !== 'visible' && each !== document.documentElement,
    );
    if (cutting) {
      const box = cutting.element.getBoundingClientRect();
      const isCut = rect.left < box.left - 1 || rect.right > box.right + 1;
      const { overflowX, overflowY, textOverflow } = cutting.style;
      const scrolls = cutting.element.tagName !== 'MAIN' && ['auto', 'scroll'].includes(overflowX);
      if (isCut && textOverflow !== 'ellipsis' && !scrolls) faults.add(`«${text}» is cut off`);
      if (['hidden', 'clip'].includes(overflowY) && rect.bottom > box.bottom + 2 && rect.top < box.bottom) {
        faults.add(`«${text}» is cut off below`);
      }
      if (isCut) return;
    }
    if (rect.left < -1 || rect.right > width + 1) faults.add(`«${text}» is outside of the screen`);
    if (chain.some(({ style }) => style.position === 'sticky')) return;
    lines.push({ text, rect, layer: element.closest('header, nav, main, dialog, [role=menu]') });
  };

  const checkOverlaps = () => {
    lines.forEach((one, at) => {
      for (const other of lines.slice(at + 1)) {
        if (one.layer !== other.layer) continue;
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        const height = Math.min(one.rect.height, other.rect.height);
        if (across > 2 && down > height / 2) faults.add(`«${one.text}» stands over «${other.text}»`);
      }
    });
  };

  const checkPlaceholder = (input: HTMLInputElement) => {
    if (input.placeholder === '' || !input.checkVisibility({ visibilityProperty: true })) return;
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return;
    context.font = getComputedStyle(input, '::placeholder').font;
    const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (context.measureText(input.placeholder).width > room + 1) {
      faults.add(`the hint «${input.placeholder}» is cut off`);
    }
  };

  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) checkText(node as Text);
  checkOverlaps();
  for (const input of top.querySelectorAll('input')) checkPlaceholder(input);
  const main = document.querySelector('main');
  if (main && main.scrollWidth > main.clientWidth + 1) faults.add('the content is wider than the screen');
  return [...faults];
}
