import { describe, expect, it } from 'vitest';
import { PER_PAGE } from '#contract/wire.ts';
import { presentPaginator } from './present.ts';

const url = new URL('http://firm.example/api/loss?page=7&other=1');

/** The labels between the two arrows, the current one in brackets. */
function linked(page: number, last: number): string {
  const { links } = presentPaginator([], { page, total: last * PER_PAGE, url });
  const labels = links.map(({ label, active }) => (active ? `[${label}]` : label));
  return labels.slice(1, -1).join(' ');
}

describe('the row of page links', () => {
  it.each([
    [1, 1, '[1]'],
    [2, 3, '1 [2] 3'],
    [7, 13, '1 2 3 4 5 6 [7] 8 9 10 11 12 13'],
    [1, 14, '[1] 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [7, 14, '1 2 3 4 5 6 [7] 8 9 10 ... 13 14'],
    [8, 14, '1 2 ... 5 6 7 [8] 9 10 11 12 13 14'],
    [8, 20, '1 2 ... 5 6 7 [8] 9 10 11 ... 19 20'],
    [13, 20, '1 2 ... 10 11 12 [13] 14 15 16 ... 19 20'],
    [14, 20, '1 2 ... 11 12 13 [14] 15 16 17 18 19 20'],
    [99, 20, '1 2 ... 11 12 13 14 15 16 17 18 19 20'],
    [99, 2, '1 2'],
  ])('on page %i of %i names the pages that Laravel names', (page, last, labels) => {
    expect(linked(page, last)).toBe(labels);
  });

  it('leads to each page at the address that was asked, and nowhere from dots and ends', () => {
    const { links, path } = presentPaginator(['row'], { page: 1, total: 20 * PER_PAGE, url });
    const at = (page: number) => `http://firm.example/api/loss?page=${page}`;
    expect(path).toBe('http://firm.example/api/loss');
    expect(links[0]).toEqual({ url: null, label: '&laquo; Previous', active: false });
    expect(links[2]).toEqual({ url: at(2), label: '2', active: false });
    expect(links.at(-4)).toEqual({ url: null, label: '...', active: false });
    expect(links.at(-1)).toEqual({ url: at(2), label: 'Next &raquo;', active: false });
  });

  it('of an empty list is one page, which has no rows', () => {
    const { data, from, to, total, last_page, links } = presentPaginator([], { page: 1, total: 0, url });
    expect([data, from, to, total, last_page]).toEqual([[], null, null, 0, 1]);
    expect(links.map(each => each.url)).toEqual([null, 'http://firm.example/api/loss?page=1', null]);
  });
});
