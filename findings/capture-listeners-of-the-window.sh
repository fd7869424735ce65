#!/bin/sh
# Chromium 150.0.7871.100 (Debian 12), driven by playwright-core 1.65.1.
#
# Since Chromium 89 the capturing listeners of an event's own target run before its other listeners, whatever the order in
# which they were registered: the DOM standard says so, and MDN. For an element that is so. For the window it is not: when
# the window itself is the target (load, pageshow, resize, pagehide, an event that a script dispatches), all its listeners
# run in the order of their registration, and `capture: true` changes nothing. A script that wants to act on `pagehide`
# before a library that was loaded earlier cannot do so by capturing.
#
# Takes ten seconds. Needs Debian's chromium at /usr/bin/chromium. Ends with 0 while it is so, with 1 once it is otherwise.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts playwright-core@1.65.1
cat >run.mjs <<'JS'
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const listen = `<!doctype html><title>first</title><body><script>
  const keep = line => sessionStorage.setItem('order', (sessionStorage.getItem('order') ?? '') + line + ' ');
  const hear = (target, name, type) => {
    target.addEventListener(type, () => keep(name + ':' + type + ':plain'));
    target.addEventListener(type, () => keep(name + ':' + type + ':capturing'), { capture: true });
  };
  hear(document.body, 'element', 'own');
  for (const type of ['direct', 'load', 'pageshow', 'pagehide']) hear(window, 'window', type);
  document.body.dispatchEvent(new Event('own'));
  window.dispatchEvent(new Event('direct'));
</script>`;
const server = createServer(({ url }, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/first' ? listen : '<title>next</title>');
});
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
console.log(`Chromium ${browser.version()}`);
const page = await browser.newPage();
await page.goto(`${origin}/first`);
await page.goto(`${origin}/next`);
const order = (await page.evaluate(() => sessionStorage.getItem('order'))).trim().split(' ');
await browser.close();
server.close();
console.log(order.join('\n'));

const first = event => order.find(line => line.startsWith(event));
const isAsDescribed =
  first('element:own:') === 'element:own:capturing' &&
  ['direct', 'load', 'pageshow', 'pagehide'].every(type => first(`window:${type}:`) === `window:${type}:plain`);
console.log(isAsDescribed ? 'as described' : 'it is otherwise now');
process.exitCode = isAsDescribed ? 0 : 1;
JS
node run.mjs
