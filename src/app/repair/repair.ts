import { FOLDER, ownRegistrations } from '../own-registrations.ts';
import { readTheme } from '../shell/theme.ts';
import { isActivated } from '../worker-activated.ts';

/** Repairs by itself once in each tab: what did not help will not help a second time. */
const REPAIRED = 'repaired';

/** The caches that hold the app's files (sw/main.ts, sw/first-use.ts), those of former workers too. */
const FILES = /^(workbox-)?precache-|^first-use/;

const words = {
  title: 'Приложение не запустилось',
  kept: 'Сохраненное на устройстве не пострадало.',
  looking: 'Проверяем файлы приложения по сети…',
  unproven:
    'Восстановить сейчас нельзя: сервер не отвечает, или сеть подменяет файлы приложения. Найдите другую сеть или войдите в Wi-Fi и попробуйте еще раз.',
  unkept: 'Восстановить не удалось: браузер не дает ничего сохранить. Освободите место и попробуйте еще раз.',
  triedAt: (time: string) => `Последняя попытка: ${time}.`,
  again: 'Файлы приложения загружены заново, но это не помогло. Сообщите администратору.',
  repair: 'Восстановить',
  save: (count: number) => `Сохранить неотправленное в файл (${count})`,
  saved: 'Файл сохранен в загрузках.',
  unreadable: 'Неотправленное прочитать не удалось.',
};

const state = element('p', words.looking);
const again = button(words.repair, () => void repair());
const page = element('main');
page.setAttribute('role', 'alert');
page.append(element('h1', words.title), element('p', words.kept), state, again);
show();
void offerUnsent();
if (whereAllowed(() => sessionStorage.getItem(REPAIRED))) report(words.again);
else void repair();

async function repair(): Promise<void> {
  state.textContent = words.looking;
  again.hidden = true;
  try {
    await reloadFromNetwork();
  } catch (cause) {
    // A request that fails throws no DOMException: the browser's storage and caches do.
    const why = cause instanceof DOMException ? words.unkept : words.unproven;
    // The time shows that pressing the button did something.
    report([why, words.triedAt(new Date().toLocaleTimeString('ru'))].join(' '));
  }
}

function report(text: string): void {
  state.textContent = text;
  again.hidden = false;
}

/**
 * Rejects, and has changed nothing, unless worker, index, entry script and what else the index names belong together on
 * the network. Databases and local storage are never touched.
 */
async function reloadFromNetwork(): Promise<void> {
  const digests = digestsIn(await fromNetwork('sw.js', ''));
  const index = await fromNetwork('index.html', digests.get('index.html'));
  const named = [...index.matchAll(/"\/application\/([^"\s]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  await Promise.all(named.map(path => fromNetwork(path, digests.get(path))));
  // Before anything is taken away: without this mark a page that cannot be repaired would begin again for ever.
  sessionStorage.setItem(REPAIRED, 'yes');
  const [registration] = await ownRegistrations();
  if (registration && (await cameAfterThisPage(registration))) return location.reload();
  // The worker first: one that has lost its files does not fetch them again. There are two where it was being moved to
  // another scope (app/registration.ts).
  for (const each of await ownRegistrations()) await each.unregister();
  for (const name of 'caches' in window ? await caches.keys() : []) {
    if (FILES.test(name)) await caches.delete(name);
  }
  await Promise.allSettled([...digests].map(([path, integrity]) => replaceInBrowserCaches(path, integrity)));
  location.reload();
}

/** Whether a worker serves the next page that did not serve this one: at its installation it has compared each file. */
async function cameAfterThisPage(registration: ServiceWorkerRegistration): Promise<boolean> {
  const [navigation] = performance.getEntriesByType('navigation');
  const wasServed = navigation instanceof PerformanceNavigationTiming && navigation.workerStart > 0;
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  return !wasServed && worker !== null && isActivated(worker);
}

/** The browser's own caches may be what has the wrong file. What fails now fails at the next start too, which says so. */
async function replaceInBrowserCaches(path: string, integrity: string): Promise<void> {
  await (await fetch(FOLDER + path, { cache: 'reload' })).text();
  if (!path.endsWith('.js')) return;
  // That replaced it on the disk. Chromium also keeps the scripts of the page before in memory, and takes for the same
  // address another one only if it is asked for with another digest.
  const link = document.createElement('link');
  const loaded = new Promise(resolve => {
    link.onload = link.onerror = resolve;
  });
  // As a module of this page it would not be asked for again.
  const request = { rel: 'preload', as: 'script', crossOrigin: 'anonymous', href: FOLDER + path, integrity };
  document.head.append(Object.assign(link, request));
  await loaded;
}

/** Past the worker, which knows no such address, and past every cache; rejects for another digest than that. */
async function fromNetwork(path: string, integrity: string | undefined): Promise<string> {
  if (integrity === undefined) throw new Error(`no worker of ours, or it does not know ${path}`);
  const answer = await fetch(`${FOLDER}${path}?network`, { cache: 'no-store', integrity });
  return answer.text();
}

/** Path → digest, as the worker's text lists its files. */
function digestsIn(worker: string): Map<string, string> {
  const listed = worker.matchAll(/"integrity":"(sha256-[^"]{44})","revision":[^,]*,"url":"([^"]+)"/g);
  return new Map([...listed].map(([, digest = '', path = '']) => [path, digest]));
}

/** A file of its own, so that the page's text is shown whatever else is broken. */
async function offerUnsent(): Promise<void> {
  try {
    const { readUnsent, saveUnsent } = await import('./unsent.ts');
    const file = await readUnsent();
    const count = file?.entries.length ?? 0;
    if (!file || count === 0) return;
    const saved = element('p');
    saved.setAttribute('role', 'status');
    const handleSave = () => {
      saveUnsent(file);
      saved.textContent = words.saved;
    };
    page.append(button(words.save(count), handleSave), saved);
  } catch (cause) {
    page.append(element('p', words.unreadable));
    reportError(cause);
  }
}

/** Without a style sheet, which may be what is missing, and over whatever has been drawn. */
function show(): void {
  const theme = whereAllowed(readTheme) ?? 'system';
  if (theme !== 'system') document.documentElement.style.colorScheme = theme;
  style(document.body, {
    margin: '0',
    background: 'Canvas',
    color: 'CanvasText',
    font: '1rem/1.5 sans-serif',
  });
  style(page, { display: 'grid', gap: '1rem', maxWidth: '30rem', margin: '0 auto', padding: '1rem' });
  document.body.replaceChildren(page);
}

/** null where the browser forbids to keep anything. */
function whereAllowed<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function button(text: string, handleClick: () => void): HTMLButtonElement {
  const made = element('button', text);
  made.addEventListener('click', handleClick);
  style(made, { minHeight: '3rem', font: 'inherit' });
  return made;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), { textContent: text });
}

function style(of: HTMLElement, rules: Partial<CSSStyleDeclaration>): void {
  Object.assign(of.style, rules);
}
