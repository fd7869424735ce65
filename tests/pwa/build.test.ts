import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paths } from '#domain/paths.ts';
import {
  brotliKib,
  builtFiles,
  firstPaintFiles,
  pngSize,
  precachedFiles,
  readBuilt,
} from '#tests/support/build.ts';

const FIRST_PAINT_KIB = 127;
const PRECACHE_KIB = 302;
const PRECACHE_FILES = 30;
const WORKER_KIB = 10;
const DRAINER_KIB = 61;

describe('the first paint', () => {
  it(`needs at most ${FIRST_PAINT_KIB} KiB of scripts and styles`, () => {
    const files = firstPaintFiles();
    expect(files.some(file => file.endsWith('.js'))).toBe(true);
    expect(brotliKib(files)).toBeLessThanOrEqual(FIRST_PAINT_KIB);
  });
});

describe('the page', () => {
  const page = readBuilt('index.html').toString();

  it('has no script and no style of its own, because the content policy forbids both', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/);
  });

  it('names only files of ours that exist', () => {
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(match => match[1] ?? []);
    const lost = named.filter(path => !builtFiles().includes(path.replace('/application/', '')));
    expect(named.length).toBeGreaterThan(3);
    expect(lost).toEqual([]);
  });

  it('speaks Russian, adapts to notches and keyboards and lets the user zoom', () => {
    expect(page).toContain('<html lang="ru">');
    expect(page).toContain('viewport-fit=cover, interactive-widget=resizes-content');
    expect(page).not.toMatch(/maximum-scale|user-scalable/);
  });
});

describe('what the worker keeps at its installation', () => {
  const kept = precachedFiles();

  it('is the shell', () => {
    expect(kept).toEqual(expect.arrayContaining(['index.html', 'manifest.webmanifest', 'favicon.svg']));
    expect(kept).toEqual(expect.arrayContaining(firstPaintFiles()));
  });

  it('exists, each file once', () => {
    expect(kept.filter(file => !builtFiles().includes(file))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
  });

  it('holds nothing of administrators, no source map and not the runtime configuration', () => {
    expect(kept.filter(file => /\/admin-|\.map$|config\.json|screenshots|icons\//.test(file))).toEqual([]);
  });

  it('has the digest of its bytes beside it, each file', () => {
    const worker = readBuilt('sw.js').toString();
    const unproven = kept.filter(file => {
      const digest = createHash('sha256').update(readBuilt(file)).digest('base64');
      const [, ...listed] = worker.split(`"integrity":"sha256-${digest}","revision":`);
      return !listed.some(entry => /^[^,]*,"url":"([^"]+)"/.exec(entry)?.[1] === file);
    });
    expect(unproven).toEqual([]);
  });

  it('is what tells of a page that cannot start and repairs it, too: scripts that need none of the others', () => {
    for (const name of ['start-check', 'repair', 'unsent']) {
      const script = readBuilt(`${name}.js`).toString();
      expect(kept).toContain(`${name}.js`);
      expect(script).not.toMatch(/assets\/|\bimport\b(?!\(`\.\/(repair|unsent)\.js`\))/);
    }
  });

  it(`weighs at most ${PRECACHE_KIB} KiB in at most ${PRECACHE_FILES} files`, () => {
    expect(brotliKib(kept)).toBeLessThanOrEqual(PRECACHE_KIB);
    expect(kept.length).toBeLessThanOrEqual(PRECACHE_FILES);
  });
});

describe('the worker', () => {
  it(`weighs at most ${WORKER_KIB} KiB, because it is started before each offline page`, () => {
    expect(brotliKib(['sw.js'])).toBeLessThanOrEqual(WORKER_KIB);
  });

  it(`loads at most ${DRAINER_KIB} KiB more when there is something to send`, () => {
    const [drainer = '', ...others] = builtFiles().filter(file => file.includes('sw-drain'));
    expect(others).toEqual([]);
    expect(readBuilt('sw.js').toString()).toContain(`/application/${drainer}`);
    expect(brotliKib([drainer])).toBeLessThanOrEqual(DRAINER_KIB);
  });
});

describe('the build', () => {
  it('ships no source map and no path of the machine that made it', () => {
    const scripts = builtFiles().filter(file => /\.(js|css|html|webmanifest)$/.test(file));
    expect(builtFiles().filter(file => file.endsWith('.map'))).toEqual([]);
    expect(scripts.filter(file => readBuilt(file).includes(process.cwd()))).toEqual([]);
  });

  it('shows no gallery', () => {
    const scripts = builtFiles().filter(file => file.endsWith('.js'));
    expect(scripts.filter(file => readBuilt(file).includes('Витрина'))).toEqual([]);
  });

  it('evaluates no text as code', () => {
    const scripts = builtFiles().filter(file => file.endsWith('.js'));
    // A method may be called eval, and one is; the function of that name may not be called.
    const evaluates = /(?<![.\w$])eval\((?![\w$,]*\)\{)|new Function\(/;
    expect('x.eval(t);class A{eval(t,n){}}').not.toMatch(evaluates);
    expect('}eval(t)').toMatch(evaluates);
    expect(scripts.filter(file => evaluates.test(readBuilt(file).toString()))).toEqual([]);
  });
});

const picture = v.object({ src: v.string(), sizes: v.string(), type: v.string() });

const manifestShape = v.object({
  id: v.literal('/application/'),
  scope: v.literal('/application/'),
  start_url: v.literal('/application/promo?source=pwa'),
  lang: v.literal('ru'),
  name: v.pipe(v.string(), v.nonEmpty()),
  short_name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(12)),
  description: v.pipe(v.string(), v.nonEmpty()),
  display: v.literal('standalone'),
  display_override: v.array(v.string()),
  background_color: v.string(),
  theme_color: v.string(),
  launch_handler: v.object({ client_mode: v.literal('navigate-existing') }),
  prefer_related_applications: v.literal(false),
  icons: v.array(v.object({ ...picture.entries, purpose: v.picklist(['any', 'maskable', 'monochrome']) })),
  screenshots: v.array(
    v.object({
      ...picture.entries,
      form_factor: v.picklist(['narrow', 'wide']),
      label: v.pipe(v.string(), v.nonEmpty()),
    }),
  ),
  shortcuts: v.array(
    v.object({
      name: v.string(),
      url: v.pipe(v.string(), v.startsWith('/application/promo/')),
      icons: v.pipe(v.array(picture), v.nonEmpty()),
    }),
  ),
  share_target: v.object({
    action: v.string(),
    method: v.literal('GET'),
    params: v.object({ title: v.literal('title'), text: v.literal('text'), url: v.literal('url') }),
  }),
});

const manifest = v.parse(manifestShape, JSON.parse(readBuilt('manifest.webmanifest').toString()));

describe('the manifest', () => {
  it.each([
    ['any', '192x192'],
    ['any', '512x512'],
    ['maskable', '192x192'],
    ['maskable', '512x512'],
    ['monochrome', '512x512'],
  ])('has an icon for %s of %s', (purpose, sizes) => {
    expect(manifest.icons.filter(icon => icon.purpose === purpose && icon.sizes === sizes)).toHaveLength(1);
  });

  it('shows the app on a phone and on a desktop before it is installed', () => {
    const shown = (form: string) => manifest.screenshots.filter(({ form_factor }) => form_factor === form);
    expect(shown('narrow').length).toBeGreaterThanOrEqual(2);
    expect(shown('wide').length).toBeGreaterThanOrEqual(1);
  });

  it('tells the true size of every picture', () => {
    const icons = manifest.shortcuts.flatMap(shortcut => shortcut.icons);
    const pictures = [...manifest.icons, ...manifest.screenshots, ...icons];
    const lies = pictures.filter(({ src, sizes }) => pngSize(readBuilt(src)) !== sizes);
    expect(lies).toEqual([]);
  });

  it('leads to four places by shortcuts, and shared text to a new contact', () => {
    expect(manifest.shortcuts.map(shortcut => shortcut.name)).toEqual([
      'Новый контакт',
      'Оформить заявку',
      'Телефоны',
      'Очередь',
    ]);
    expect(manifest.share_target.action).toBe('/application/promo/contacts/add');
  });

  it('leads by each shortcut to a screen that exists', () => {
    const known = Object.values(paths).map(path => `/application${path}`);
    expect(manifest.shortcuts.map(({ url }) => url).filter(url => !known.includes(url))).toEqual([]);
    expect(known).toContain(manifest.share_target.action);
  });

  it('has a colour for each theme in the head, and leaves telephone links to us', () => {
    const page = readBuilt('index.html').toString();
    const colours = page.match(/<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)"/g);
    expect(colours).toHaveLength(2);
    expect(page).toContain('<meta name="format-detection" content="telephone=no"');
  });

  it('comes with the pictures that the page names for other systems', () => {
    expect(builtFiles()).toEqual(expect.arrayContaining(['favicon.svg', 'icons/apple-touch-180.png']));
    expect(pngSize(readBuilt('icons/apple-touch-180.png'))).toBe('180x180');
  });
});
