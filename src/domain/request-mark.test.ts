import { expect, it } from 'vitest';
import { requestMark } from './request-mark.ts';

it('changes with the state and with the payment', () => {
  const before = requestMark({ state_name: 'В работе', paid: 0 });
  expect(requestMark({ state_name: 'Выполнена', paid: 0 })).not.toBe(before);
  expect(requestMark({ state_name: 'В работе', paid: 1 })).not.toBe(before);
});

it('does not change while a payment is only under way', () => {
  const before = requestMark({ state_name: 'Выполнена', paid: 0 });
  expect(requestMark({ state_name: 'Выполнена', paid: -1 })).toBe(before);
  expect(requestMark({ state_name: 'Выполнена', paid: 2 })).toBe(before);
});
