import { BASE, paths } from '#domain/paths.ts';
import { drawFirstContacts, element } from '#features/contacts/draw-first-contacts.ts';
import { readFirstContacts } from '#features/contacts/offline/read-first-contacts.ts';
import styles from './first-view.module.css';
import frame from './shell/shell.module.css';
import { readOwnerKey } from './stored-facts.ts';

const CARDS = 6;

/** Where it is narrower than this, the shell is the phone's. */
const PHONE = '(max-width: 48em)';

/** The app is not kept waiting for longer, e.g. by a database that another tab is upgrading. */
const DRAW_TIMEOUT_MS = 400;

/** After this time the app is shown, whatever it has drawn. */
const MAX_SHOWN_MS = 5_000;

/** What the app shows in the end: a card, a form, or what went wrong. */
const APP_READY = 'article, form, dialog, [role=alert]';

/**
 * On a phone the contact list can be called from before the app itself is loaded, which on a cheap one takes a
 * second: the top of the book is drawn over the empty page, and gives way to the app's own list.
 */
export async function showFirstView(root: HTMLElement): Promise<void> {
  const isContactList =
    window.location.pathname === `${BASE}${paths.contacts}` && window.matchMedia(PHONE).matches;
  const ownerKey = isContactList ? readOwnerKey() : null;
  if (ownerKey === null) return;
  const drawn = draw(ownerKey, root).catch(reportError);
  await Promise.race([drawn, new Promise(resolve => setTimeout(resolve, DRAW_TIMEOUT_MS))]);
  // An import that is begun earlier runs before this is painted.
  await nextFrame();
}

async function draw(ownerKey: string, root: HTMLElement): Promise<void> {
  const contacts = await readFirstContacts(ownerKey, CARDS);
  if (contacts.length === 0 || root.hasChildNodes()) return;
  const title = element('h1', frame.title, 'Телефоны');
  const inner = element('div', frame.inner, drawFirstContacts(contacts));
  const content = element('main', frame.content, inner);
  const top = element('header', frame.top, element('div', frame.bar, title));
  const view = element('div', `${frame.column} ${styles.view}`, top, content);
  root.before(view);
  root.classList.add(styles.beneath ?? '');
  removeFirstView(view, root);
}

/**
 * Removes the first view once the app has drawn; never under a finger, because the app's cards may stand
 * elsewhere.
 */
function removeFirstView(view: HTMLElement, root: HTMLElement): void {
  let isPressed = false;
  const observer = new MutationObserver(() => removeWhenReady());
  const removeWhenReady = () => {
    if (!isPressed && root.querySelector(APP_READY)) remove();
  };
  const remove = () => {
    observer.disconnect();
    clearTimeout(timer);
    view.remove();
    root.classList.remove(styles.beneath ?? '');
  };
  const timer = setTimeout(remove, MAX_SHOWN_MS);
  view.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const type of ['click', 'pointercancel']) {
    view.addEventListener(type, () => {
      isPressed = false;
      setTimeout(removeWhenReady);
    });
  }
  observer.observe(root, { childList: true, subtree: true });
}

/** Resolves after the next frame; where no frames come, e.g. in a background tab, after a timeout. */
function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, DRAW_TIMEOUT_MS);
  });
}
