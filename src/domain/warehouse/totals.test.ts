import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from '#kit/decimal.ts';
import { type DraftLine, newDraftLine } from './draft-line.ts';
import { COUNT, type Limit, PERCENT, PRICE, VAT } from './limits.ts';
import { sumsOf, totalsOf, vatRateOf } from './totals.ts';

type Numbers = Partial<Pick<DraftLine, 'count' | 'price' | 'tax' | 'discount'>>;

const line = (numbers: Numbers = {}): DraftLine => ({
  ...newDraftLine({ id: 1, title: 'Кабель', price: 100, unit: 'м' }, 'k'),
  ...numbers,
});

const NO_VAT = { vat: '', vatIncluded: false };

describe('a line', () => {
  // Each computed by hand: amount, discount, tax, sum in kopecks.
  it.each<[string, string, string, string, number[]]>([
    ['1', '100', '0', '0', [10_000, 0, 0, 10_000]],
    ['3', '33,33', '0', '0', [9999, 0, 0, 9999]],
    ['2', '100', '10', '0', [20_000, 0, 2000, 22_000]],
    ['2', '100', '0', '10', [20_000, 2000, 0, 18_000]],
    // 10 % off 200 rub is 180, of which 10 % is 18.
    ['2', '100', '10', '10', [20_000, 2000, 1800, 19_800]],
    // 1,5 × 0,33 = 0,495: half a kopeck goes up.
    ['1,5', '0,33', '0', '0', [50, 0, 0, 50]],
    // 1,499 × 0,33 = 0,49467.
    ['1,499', '0,33', '0', '0', [49, 0, 0, 49]],
    // 2,5 % of 1 kopeck is nothing, of 20 kopecks half a kopeck.
    ['1', '0,01', '0', '2,5', [1, 0, 0, 1]],
    ['1', '0,20', '0', '2,5', [20, 1, 0, 19]],
    // 10,05 off 5 %: 50,25 kopecks off 1005; 7,25 % of 955 are 69,2375.
    ['1', '10,05', '7,25', '5', [1005, 50, 69, 1024]],
    // A thousandth of a kopeck's worth is nothing, five hundred of them are half a kopeck.
    ['0,001', '0,01', '10', '10', [0, 0, 0, 0]],
    ['0,5', '0,01', '0', '0', [1, 0, 0, 1]],
    ['3', '0', '10', '10', [0, 0, 0, 0]],
    // What a float would make 0,30000000000000004.
    ['0,1', '3', '0', '0', [30, 0, 0, 30]],
    ['0,7', '1,1', '0', '0', [77, 0, 0, 77]],
    ['1,15', '100', '0', '0', [11_500, 0, 0, 11_500]],
  ])('of %s × %s with tax %s and discount %s', (count, price, tax, discount, expected) => {
    const sums = sumsOf(line({ count, price, tax, discount }));
    expect(sums && [sums.amount, sums.discount, sums.tax, sums.sum].map(Number)).toEqual(expected);
  });

  it('is exact beyond what a number holds', () => {
    const most = line({ count: '99999999999,999', price: '9999999999,99', tax: '10', discount: '0' });
    expect(sumsOf(most)).toEqual({
      // 99 999 999 999 999 × 999 999 999 999 / 1000, and a tenth of it.
      amount: 99_999_999_999_899_000_000_000n,
      discount: 0n,
      tax: 9_999_999_999_989_900_000_000n,
      sum: 109_999_999_999_888_900_000_000n,
    });
  });

  it('without a tax or a discount typed has none', () => {
    expect(sumsOf(line({ tax: '', discount: ' ' }))).toMatchObject({ discount: 0n, tax: 0n, sum: 10_000n });
  });

  it.each<Numbers>([
    ...[{ count: '' }, { count: '0' }, { count: '-1' }, { count: '1,0001' }, { count: 'два' }],
    ...[{ price: '' }, { price: '-1' }, { price: '0,001' }, { price: '1e3' }],
    ...[{ tax: '10,01' }, { tax: '-1' }, { tax: '5%' }, { discount: '11' }, { discount: '1,234' }],
  ])('with %j comes to nothing', numbers => {
    expect(sumsOf(line(numbers))).toBeNull();
  });

  it.each<[string, Numbers]>([
    ['that can be read', {}],
    ['that cannot', { count: '' }],
  ])('%s is computed once for as long as it is not replaced', (_which, numbers) => {
    const typed = line(numbers);
    let readings = 0;
    const watched = new Proxy(typed, {
      get(target, name, self) {
        readings += 1;
        return Reflect.get(target, name, self);
      },
    });
    const first = sumsOf(watched);
    const needed = readings;
    expect(needed).toBeGreaterThan(0);
    expect(sumsOf(watched)).toBe(first);
    expect(readings).toBe(needed);
  });
});

describe('a document', () => {
  const three = [
    line({ count: '2', price: '100', tax: '10', discount: '10' }),
    line({ count: '1,5', price: '0,33' }),
    line({ count: '3', price: '33,33', discount: '5' }),
  ];
  // Sums of lines: 19 800, 50, and 9999 − 500 = 9499 kopecks.
  const counted = { amount: 30_049n, discount: 2500n, tax: 1800n, uncounted: 0 };
  const sum = 29_349n;

  it.each<[string, boolean, bigint, bigint]>([
    ['', false, 0n, sum],
    ['', true, 0n, sum],
    ['0', true, 0n, sum],
    // 20/120 of 29 349 are 4891,5; a fifth of it is 5869,8.
    ['20', true, 4892n, sum],
    ['20', false, 5870n, sum + 5870n],
    // 10/110: 2668,09…; 12,5 %: 3668,625; 100/200: 14 674,5.
    ['10', true, 2668n, sum],
    ['12,5', false, 3669n, sum + 3669n],
    ['100', true, 14_675n, sum],
    ['0,01', false, 3n, sum + 3n],
  ])('with VAT «%s», included: %s', (vat, vatIncluded, expected, total) => {
    expect(totalsOf(three, { vat, vatIncluded })).toEqual({ ...counted, vat: expected, total });
  });

  it.each(['двадцать', '-1', '100,01', '1,234', '20 %'])('guesses nothing of a VAT of «%s»', vat => {
    expect(vatRateOf(vat)).toBeUndefined();
    expect(totalsOf(three, { vat, vatIncluded: true })).toEqual({ ...counted, vat: null, total: sum });
    expect(totalsOf(three, { vat, vatIncluded: false })).toEqual({ ...counted, vat: null, total: null });
  });

  it('without lines comes to nothing', () => {
    const nothing = { amount: 0n, discount: 0n, tax: 0n, vat: 0n, total: 0n, uncounted: 0 };
    expect(totalsOf([], { vat: '20', vatIncluded: false })).toEqual(nothing);
  });

  it('says how many lines it could not count', () => {
    const broken = [line({ count: '' }), ...three, line({ tax: '99' })];
    expect(totalsOf(broken, NO_VAT)).toEqual({ ...counted, uncounted: 2, vat: 0n, total: sum });
  });
});

const numberIn = ({ places, min, max }: Limit) => {
  const units = fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: 100_000 }));
  return units.map(each => fromUnits(each, places));
};
const percents = fc.integer({ min: PERCENT.min, max: PERCENT.max });
const typed = percents.map(units => fromUnits(units, PERCENT.places));
const counted = fc
  .record({ count: numberIn(COUNT), price: numberIn(PRICE), tax: typed, discount: typed })
  .map(line);
const broken = fc.constantFrom<Numbers>({ count: '' }, { price: '-1' }, { tax: '11' }).map(line);
const anyLines = fc.array(fc.oneof({ weight: 5, arbitrary: counted }, broken), { maxLength: 30 });
const rates = fc.integer({ min: VAT.min, max: VAT.max }).map(units => fromUnits(units, VAT.places));
const settings = fc.record({ vat: fc.oneof(rates, fc.constant('')), vatIncluded: fc.boolean() });

describe('law:', () => {
  it('the order of lines does not matter, and parts of a document come to the whole', () => {
    const shuffled = anyLines.chain(lines =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }), fc.nat(30)),
    );
    fc.assert(
      fc.property(shuffled, settings, ([lines, mixed, cut], vat) => {
        const whole = totalsOf(lines, vat);
        expect(totalsOf(mixed, vat)).toEqual(whole);
        const parts = [lines.slice(0, cut), lines.slice(cut)].map(each => totalsOf(each, NO_VAT));
        for (const name of ['amount', 'discount', 'tax'] as const) {
          expect(parts.reduce((sum, each) => sum + each[name], 0n)).toBe(whole[name]);
        }
      }),
    );
  });

  it('an included VAT never changes the total and is a part of it; another one is added', () => {
    fc.assert(
      fc.property(anyLines, rates, (lines, vat) => {
        const { total: bare } = totalsOf(lines, NO_VAT);
        const included = totalsOf(lines, { vat, vatIncluded: true });
        const added = totalsOf(lines, { vat, vatIncluded: false });
        expect(included.total).toBe(bare);
        // At most 100/200 of it, rounded up.
        expect(2n * (included.vat ?? 0n)).toBeLessThanOrEqual((included.total ?? 0n) + 1n);
        expect(added.total).toBe((bare ?? 0n) + (added.vat ?? 0n));
        expect(included.vat).toBeLessThanOrEqual(added.vat ?? 0n);
      }),
    );
  });

  it('a discount never raises, a tax never lowers, and nothing is ever below zero', () => {
    const pairs = fc.tuple(counted, percents, percents);
    fc.assert(
      fc.property(pairs, ([given, one, other]) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(units => fromUnits(units, 2));
        const sumWith = (change: Numbers) => sumsOf(line({ ...given, ...change }))?.sum ?? -1n;
        expect(sumWith({ discount: more ?? '' })).toBeLessThanOrEqual(sumWith({ discount: less ?? '' }));
        expect(sumWith({ tax: more ?? '' })).toBeGreaterThanOrEqual(sumWith({ tax: less ?? '' }));
        expect(sumWith({ discount: '10', tax: '0' })).toBeGreaterThanOrEqual(0n);
      }),
    );
  });

  it('a line is what its parts make, and no step is further than half a kopeck from the exact one', () => {
    fc.assert(
      fc.property(counted, given => {
        const uncounted = { amount: -1n, discount: 0n, tax: 0n, sum: 0n };
        const { amount, discount, tax, sum } = sumsOf(given) ?? uncounted;
        expect(sum).toBe(amount - discount + tax);
        const units = (text: string, places: number) => BigInt(text.replace(',', '')) * pad(text, places);
        const exact = units(given.count, 3) * units(given.price, 2);
        const off = amount * 1000n - exact;
        expect(off > -500n && off <= 500n).toBe(true);
        const offDiscount = discount * 10_000n - amount * units(given.discount, 2);
        const offTax = tax * 10_000n - (amount - discount) * units(given.tax, 2);
        expect(Math.max(...[offDiscount, offTax].map(Number).map(Math.abs))).toBeLessThanOrEqual(5000);
      }),
    );
  });

  it('typed with a dot, with spaces or with zeros it is the same', () => {
    fc.assert(
      fc.property(counted, given => {
        const count = ` ${given.count.replace(',', '.')} `;
        expect(sumsOf(line({ ...given, count }))).toEqual(sumsOf(given));
      }),
    );
  });
});

/** What makes the digits of a text units: «1,5» with three places are 15 hundreds. */
function pad(text: string, places: number): bigint {
  const [, decimals = ''] = text.split(',');
  return 10n ** BigInt(places - decimals.length);
}
