import { formatPhone, telHref } from '#kit/phone.ts';
import buttonStyles from '#ui/button.module.css';
import cardStyles from '#ui/card.module.css';
import dayStyles from '#ui/day-group.module.css';
import searchStyles from '#ui/form/search-field.module.css';
import phoneStyles from '#ui/phone-link.module.css';
import styles from './draw-first-contacts.module.css';
import type { FirstContact } from './offline/read-first-contacts.ts';

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
      undefined,
      element('div', dayStyles.title, '\u00a0'),
      element('div', dayStyles.cards, ...contacts.map(drawCard)),
    ),
  );
}

function drawCard({ name, comment, phone }: FirstContact): HTMLElement {
  const title = element('h3', cardStyles.title, name || formatPhone(phone));
  const head = element('header', cardStyles.head, element('div', cardStyles.titles, title));
  const summary = element('div', cardStyles.summary);
  if (comment !== '') summary.append(element('p', styles.commentLine, comment));
  if (phone !== '') summary.append(drawCall(phone));
  return element('article', cardStyles.card, head, summary);
}

function drawCall(phone: string): HTMLElement {
  const names = [buttonStyles.button, buttonStyles.primary, buttonStyles.large, phoneStyles.call, 'numbers'];
  const link = element('a', names.join(' '), formatPhone(phone));
  link.setAttribute('href', telHref(phone));
  return link;
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
