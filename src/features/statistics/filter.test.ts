import { describe, expect, it, test } from 'vitest';
import { filterErrors, NO_FILTER, readSearchParams, writeSearchParams } from './filter.ts';

const TODAY = '2026-11-20';
const read = (search: string) => readSearchParams(new URLSearchParams(search), TODAY);

describe('the address', () => {
  it('without anything asks for everything, in the order of the server', () => {
    expect(read('')).toEqual({
      filter: NO_FILTER,
      sort: { id: 'id', desc: false },
      idle: false,
      show: 'requests',
      hasInvalidParams: false,
    });
  });

  it('holds the filter, the sort and who is idle, there and back', () => {
    const search = 'promoter=7&from=2026-11-01&to=2026-11-20&idle=1&show=sum&sort=-sum';
    const query = read(search);
    expect(query).toEqual({
      filter: { promoterId: 7, dateFrom: '2026-11-01', dateTo: '2026-11-20' },
      sort: { id: 'sum', desc: true },
      idle: true,
      show: 'sum',
      hasInvalidParams: false,
    });
    expect(String(writeSearchParams(query))).toBe(search);
  });

  it('stays empty for what is so anyway', () => {
    expect(String(writeSearchParams(read('promoter=-1&sort=id&from=&to=&show=requests')))).toBe('');
    expect(String(writeSearchParams(read('sort=-id')))).toBe('sort=-id');
  });

  it.each([
    'promoter=0',
    'promoter=-2',
    'promoter=1e3',
    'promoter=7; drop table',
    'promoter=99999999999999999999',
    'promoter=',
    'from=2026-02-30',
    'from=20.11.2026',
    'to=2026-11-21',
    'to=2999-01-01',
    'sort=__proto__',
    'sort=--sum',
    'sort=phone',
    'show=profit',
  ])('with %s is read as if that were not there, and says that something was', search => {
    expect(read(search)).toEqual({ ...read(''), hasInvalidParams: true });
  });

  it('keeps what can be read beside what cannot, and does not mind what is not ours', () => {
    expect(read('promoter=x&from=2026-11-01').filter).toEqual({ ...NO_FILTER, dateFrom: '2026-11-01' });
    expect(read('utm_source=mail&idle=yes')).toEqual(read(''));
  });
});

test.each([
  ['2026-11-20', '2026-11-20', {}],
  ['', '', {}],
  ['2026-11-20', '', {}],
  ['', '2026-11-20', {}],
  ['2026-11-20', '2026-11-19', { dateTo: 'reversed' }],
  ['2026-11-21', '', { dateFrom: 'notLater' }],
  ['', '2026-11-21', { dateTo: 'notLater' }],
  ['2026-11-21', '2026-11-22', { dateFrom: 'notLater', dateTo: 'notLater' }],
])('%j..%j is refused with %j', (dateFrom, dateTo, expected) => {
  expect(filterErrors({ dateFrom, dateTo }, TODAY)).toEqual(expected);
});
