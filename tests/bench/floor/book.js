import { openBook, readNewest, showCards } from './cards.js';

if (new URLSearchParams(location.search).has('search')) await import('./search.js');
else showCards(document.querySelector('main'), await readNewest(await openBook(), 30));
