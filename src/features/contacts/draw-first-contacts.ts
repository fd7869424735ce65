import { formatPhone, telHref } from '#kit/phone.ts';
import callStyles from '#ui/call-buttons.module.css';
import searchStyles from '#ui/form/search-field.module.css';
import groupStyles from '#ui/list-group.module.css';
import styles from './contact-list.module.css';
import type { FirstContact } from './offline/read-first-contacts.ts';

/** The handset of the call button, as the icons draw it. */
const HANDSET =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384';

/** Three dots. */
const DOTS = 'M12 5v0M12 12v0M12 19v0';

/** The contact list before the app is there: who stands on top, and a way to call. Looks like the list that follows. */
export function drawFirstContacts(contacts: readonly FirstContact[]): HTMLElement {
  const search = element('div', searchStyles.search, element('input', ''));
  search.setAttribute('aria-hidden', 'true');
  return element(
    'div',
    styles.page,
    element('div', styles.top, search),
    element(
      'div',
      styles.days,
      element('div', groupStyles.title, '\u00a0'),
      element('div', groupStyles.rows, ...contacts.map(drawRow)),
    ),
  );
}

function drawRow({ name, comment, phones }: FirstContact): HTMLElement {
  const [phone = ''] = phones;
  const title = element('h3', styles.name, name || formatPhone(phone));
  const meta = element('p', styles.meta, element('span', 'numbers', formatPhone(phone)));
  if (comment !== '') meta.append(element('span', styles.comment, comment));
  const calls = element('div', callStyles.calls);
  if (phones.length > 1) calls.append(element('span', callStyles.count, `${phones.length}`));
  if (phone !== '') calls.append(drawCall(name, phone));
  return element('article', styles.row, element('div', styles.words, title, meta), calls, drawMenu());
}

function drawCall(name: string, phone: string): HTMLElement {
  const link = element('a', callStyles.call, drawIcon(HANDSET, '2'));
  link.setAttribute('href', telHref(phone));
  link.setAttribute('aria-label', `${name} ${formatPhone(phone)}`);
  return link;
}

/** Where the app puts a menu later. */
function drawMenu(): HTMLElement {
  return element('div', styles.menu, drawIcon(DOTS, '4'));
}

/** An icon of 20 px in strokes of that width with round ends; a stroke without length is a dot. */
function drawIcon(path: string, width: string): Element {
  const draw = (name: string, attributes: Readonly<Record<string, string>>) => {
    const drawn = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [attribute, value] of Object.entries(attributes)) drawn.setAttribute(attribute, value);
    return drawn;
  };
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round', 'stroke-width': width };
  const svg = draw('svg', { width: '20', height: '20', viewBox: '0 0 24 24' });
  svg.append(draw('path', { ...line, 'stroke-linejoin': 'round', d: path }));
  return svg;
}

/** An element of plain DOM, with its class and what stands in it. */
export function element(
  name: string,
  className: string | undefined,
  ...children: (Node | string)[]
): HTMLElement {
  const created = document.createElement(name);
  created.className = className ?? '';
  if (name === 'input') created.setAttribute('disabled', '');
  created.append(...children);
  return created;
}
