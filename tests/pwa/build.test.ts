import { describe, expect, it } from 'vitest';
import { brotliKib, builtFiles, firstPaintFiles, precachedFiles, readBuilt } from '#tests/support/build.ts';

const FIRST_PAINT_KIB = 130;
const PRECACHE_KIB = 280;
const WORKER_KIB = 8;
const DRAINER_KIB = 60;

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

  it(`weighs at most ${PRECACHE_KIB} KiB`, () => {
    expect(brotliKib(kept)).toBeLessThanOrEqual(PRECACHE_KIB);
  });
});

describe('the worker', () => {
  it(`weighs at most ${WORKER_KIB} KiB, because it is started before each offline page`, () => {
    expect(brotliKib(['sw.js'])).toBeLessThanOrEqual(WORKER_KIB);
  });

  it(`loads at most ${DRAINER_KIB} KiB more when there is something to send`, () => {
    expect(readBuilt('sw.js').toString()).toContain('/application/sw-drain.js');
    expect(brotliKib(['sw-drain.js'])).toBeLessThanOrEqual(DRAINER_KIB);
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
