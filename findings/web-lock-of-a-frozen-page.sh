#!/bin/sh
# Chromium 150.0.7871.100 (Debian 12), driven by playwright-core 1.65.1 with the back/forward cache on, as users have it.
#
# A page waits for a Web Lock (navigator.locks.request) and is left by a link. It goes into the back/forward cache with its
# request still in the queue. When the holder lets go, the browser gives the lock to that frozen page: its callback never
# runs, and a page in another tab that asked after it gets nothing, here for 20 seconds. Only when some page talks to the
# lock manager again (a new request; navigator.locks.query() is enough, which still names the frozen page as the holder) is
# the frozen page evicted and the queue served, within a second.
#
# The same of a page that holds the lock while another page waits for it: it is kept for the way back together with the lock,
# though a page that holds a lock which is asked for later is evicted. Who waited before it was left gets nothing.
#
# Takes a minute. Needs Debian's chromium at /usr/bin/chromium. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts playwright-core@1.65.1
cat >run.mjs <<'JS'
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${request.url}</title>`);
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
console.log(`Chromium ${browser.version()}`);
const context = await browser.newContext();
const open = async path => {
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
};
const ask = page =>
  page.evaluate(() => {
    void navigator.locks.request('queue', () => {
      localStorage.setItem(`callback of ${location.pathname}`, 'ran');
    });
  });
const hasRun = (page, path) => page.evaluate(key => localStorage.getItem(key) === 'ran', `callback of ${path}`);
const clients = page =>
  page.evaluate(async () => {
    const { held, pending } = await navigator.locks.query();
    return { held: held.map(({ clientId }) => clientId), pending: pending.map(({ clientId }) => clientId) };
  });

const holder = await open('/holder');
const left = await open('/left');
const next = await open('/next');
await holder.evaluate(() => {
  void navigator.locks.request('queue', () => new Promise(resolve => setTimeout(resolve, 3000)));
});
await ask(left);
const [ofLeft] = (await clients(holder)).pending;
await ask(next);
await left.goto(`${origin}/elsewhere`);
// The holder lets go after 3 s.
await pause(23_000);

const seen = { 'the next in the queue got the lock within 20 s': await hasRun(holder, '/next') };
const { held } = await clients(holder);
await pause(2000);
Object.assign(seen, {
  'the frozen page was named as the holder': held.includes(ofLeft),
  'its callback ran': await hasRun(holder, '/left'),
  'the next got it after that question': await hasRun(holder, '/next'),
});

const kept = await open('/kept');
const behind = await open('/behind');
await kept.evaluate(() => {
  void navigator.locks.request('second queue', () => new Promise(() => {}));
});
await behind.evaluate(() => {
  void navigator.locks.request('second queue', () => {
    localStorage.setItem(`callback of ${location.pathname}`, 'ran');
  });
});
await kept.goto(`${origin}/elsewhere`);
await pause(20_000);
Object.assign(seen, { 'who waited before the holder was left got the lock within 20 s': await hasRun(behind, '/behind') });
await clients(behind);
await pause(2000);
Object.assign(seen, { 'and got it after that question': await hasRun(behind, '/behind') });
console.log(JSON.stringify(seen, null, 2));
await browser.close();
server.close();
process.exitCode = JSON.stringify(Object.values(seen)) === JSON.stringify([false, true, false, true, false, true]) ? 0 : 1;
JS
node run.mjs
