/** Keeps the floor's own pages, so that they open without a network as the app does. */
const FILES = ['book.html', 'book.js', 'search.js', 'cards.js', 'floor.css'];

self.addEventListener('install', event => {
  event.waitUntil(caches.open('floor').then(cache => cache.addAll(FILES)));
});
self.addEventListener('fetch', event => {
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then(kept => kept ?? fetch(event.request)),
  );
});
