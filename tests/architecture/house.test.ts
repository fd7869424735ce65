import { describe, expect, it } from 'vitest';
import {
  countLines,
  isDrawer,
  mapErrors,
  placesOfMap,
  placesOfTree,
  readReadme,
  strangeAddresses,
} from './house.ts';
import { readTree } from './imports.ts';

const MOST_LINES = 280;
const MOST_LINES_OF_TESTS = 400;
const mostOf = (path: string) => (/\.test\.tsx?$/.test(path) ? MOST_LINES_OF_TESTS : MOST_LINES);
const product = Object.entries(readTree(['src', 'sw', 'server']));

describe('the house', () => {
  it('is what the map in the README shows', () => {
    expect(mapErrors(placesOfMap(readReadme()), placesOfTree())).toEqual([]);
  });

  it('has no file that nobody reads to its end', () => {
    const long = product.filter(([path, source]) => countLines(source) > mostOf(path));
    expect(long.map(([path, source]) => `${path} has ${countLines(source)} lines: split it`)).toEqual([]);
  });

  it('has no drawer for things without a name', () => {
    const paths = [...product, ...Object.entries(readTree(['tests']))].map(([path]) => path);
    expect(paths.filter(isDrawer).map(path => `${path}: name it after what it does`)).toEqual([]);
  });

  it('calls nobody outside', () => {
    const calls = product
      .filter(([path]) => !/\.test\.tsx?$/.test(path))
      .flatMap(([path, source]) => strangeAddresses(source).map(address => `${path} names ${address}`));
    expect(calls).toEqual([]);
  });
});

describe('the house test', () => {
  it('notices what the map lacks and what it invents', () => {
    const map = placesOfMap(
      '# X\n\n## Map\n\nText.\n\n```\nsrc/    all\n  kit/  tools\n  main.tsx\nold/\n```\n',
    );
    expect(map).toEqual(['old/', 'src/', 'src/kit/']);
    expect(mapErrors(map, ['src/', 'src/kit/', 'src/ui/'])).toEqual([
      "README's map lacks src/ui/: add a line",
      "README's map names old/, which is not there",
    ]);
  });

  it('notices a README without a map', () => {
    expect(mapErrors(placesOfMap('# X'), placesOfTree())).toContain("README's map lacks src/: add a line");
  });

  it.each(['src/kit/utils.ts', 'src/helpers/phone.ts', 'server/common/db.ts', 'src/sync/outbox-manager.ts'])(
    'calls %s a drawer',
    path => expect(isDrawer(path)).toBe(true),
  );

  it.each(['src/kit/phone.ts', 'sw/first-use.ts', 'src/features/commons-fee/form.tsx'])(
    'does not call %s a drawer',
    path => expect(isDrawer(path)).toBe(false),
  );

  it('tells a foreign address from our own', () => {
    expect(strangeAddresses("fetch('https://cdn.jsdelivr.net/x.js')")).toEqual(['https://cdn.jsdelivr.net']);
    expect(strangeAddresses("'http://localhost:8080' 'http://www.w3.org/2000/svg' 'a@example.com'")).toEqual(
      [],
    );
  });

  it('counts lines as an editor does', () => {
    expect(countLines('one\ntwo\n')).toBe(2);
  });
});
