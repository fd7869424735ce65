import { describe, expect, it } from 'vitest';
import { formatPhone, fullPhone, phoneDigits, telHref } from './phone.ts';

describe('phoneDigits', () => {
  it.each([
    ['9161234567', '9161234567'],
    ['79161234567', '9161234567'],
    ['89161234567', '9161234567'],
    ['779161234567', '9161234567'],
    ['+7 (916) 123-45-67', '9161234567'],
    ['8 916 123 45 67', '9161234567'],
  ])('reads %s', (text, ten) => {
    expect(phoneDigits(text)).toBe(ten);
  });

  it.each(['', '916123456', '+7 (916) 123-45-6_', '+49 916 1234567', '99161234567'])('refuses %s', text => {
    expect(phoneDigits(text)).toBeNull();
  });
});

describe('formatPhone', () => {
  it.each([
    ['9161234567', '+7 (916) 123-45-67'],
    ['0000000000', '+7 (000) 000-00-00'],
    ['4951234567', '+7 (495) 123-45-67'],
    ['8001002030', '+7 (800) 100-20-30'],
  ])('%s is «%s»', (ten, shown) => {
    expect(formatPhone(ten)).toBe(shown);
  });

  it.each(['', '916123456', '79161234567', '+7 (916) 123-45-67', '+49 30 123456', 'нет', '916123456a'])(
    'shows what is not ten digits as it came: «%s»',
    text => {
      expect(formatPhone(text)).toBe(text);
    },
  );
});

it('links and sends the ten digits', () => {
  expect(telHref('9161234567')).toBe('tel:+79161234567');
  expect(fullPhone('9161234567')).toBe('79161234567');
});
