/** What the app shows of a contact, written as plainly as a page can. */

const NAME = new URLSearchParams(location.search).get('db');

export function openBook() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** The newest contacts, over the same index as the app. */
export function readNewest(db, limit) {
  return new Promise((resolve, reject) => {
    const rows = [];
    const index = db.transaction('contacts').objectStore('contacts').index('[created_at+id]');
    const reading = index.openCursor(null, 'prev');
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => {
      const cursor = reading.result;
      if (cursor) rows.push(cursor.value);
      if (!cursor || rows.length === limit) resolve(rows);
      else cursor.continue();
    };
  });
}

/** Every contact, newest first. */
export function readAll(db) {
  return new Promise((resolve, reject) => {
    const reading = db.transaction('contacts').objectStore('contacts').index('[created_at+id]').getAll();
    reading.onerror = () => reject(reading.error);
    reading.onsuccess = () => resolve(reading.result.reverse());
  });
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function cardOf({ first_name, last_name, comment, contact_phones: [phone] }) {
  const call = element('a', 'call', `+7 ${phone.full_phone}`);
  call.href = `tel:+7${phone.full_phone}`;
  const head = element(
    'header',
    'head',
    element('h3', '', `${first_name} ${last_name}`),
    element('button', '', '⋮'),
    element('button', '', '▾'),
  );
  return element('article', 'card', head, element('p', 'comment', comment), call);
}

/** Puts the cards of these contacts in the place of what is there. */
export function showCards(place, rows) {
  place.replaceChildren(...rows.map(cardOf));
}

/** Puts rows to pick from in the place of what is there. */
export function showRows(place, rows) {
  place.replaceChildren(
    ...rows.map(row =>
      element(
        'button',
        'row',
        element('span', '', `${row.first_name} ${row.last_name}`),
        element('span', '', row.contact_phones.map(phone => phone.full_phone).join(', ')),
      ),
    ),
  );
}
