import { openBook, readAll, readNewest, showCards, showRows } from './cards.js';

const FOUND_MAX = 50;

const main = document.querySelector('main');
const said = document.querySelector('[role=status]');
const sheet = document.querySelector('dialog');
const db = await openBook();
const rows = await readAll(db);
const texts = rows.map(row => row.search);

document.querySelector('input').addEventListener('input', ({ target }) => {
  const wanted = target.value.toLowerCase();
  const found = [];
  for (let at = 0; at < texts.length && found.length < FOUND_MAX; at += 1) {
    if (texts[at].includes(wanted)) found.push(rows[at]);
  }
  said.textContent = `Найдено: ${found.length}`;
  showCards(main, found);
});

document.querySelector('.open').addEventListener('click', async () => {
  showRows(sheet, await readNewest(db, 30));
  sheet.showModal();
});

document.documentElement.dataset.ready = '';
