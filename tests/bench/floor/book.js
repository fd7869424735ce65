import { openBook, readNewest, showCards } from './cards.js';

showCards(document.querySelector('main'), await readNewest(await openBook(), 30));
