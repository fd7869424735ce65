import type { Page } from 'playwright-core';

/**
 * What a browser that translates does to every document of this page from now on, and goes on doing: each text node is
 * taken out, and a `<font>` in a `<font>` with the new words is put in its place. The words stay the same, so that a test can
 * read them.
 */
export function translate(page: Page): Promise<unknown> {
  return page.addInitScript(replaceTexts);
}

/** Runs in the page, so it holds all that it needs. */
function replaceTexts(): void {
  const KEPT = 'script, style, title, textarea, font font, [translate=no]';
  const replace = (text: Node) => {
    const { parentElement, nodeValue } = text;
    if (!parentElement || parentElement.closest(KEPT) || !nodeValue?.trim()) return;
    const inner = document.createElement('font');
    inner.textContent = nodeValue;
    const outer = document.createElement('font');
    outer.append(inner);
    parentElement.replaceChild(outer, text);
  };
  const walk = (root: Node) => {
    if (root.nodeType === Node.TEXT_NODE) return replace(root);
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(replace);
  };
  new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') walk(target);
      addedNodes.forEach(walk);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
