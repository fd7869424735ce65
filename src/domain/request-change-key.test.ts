import { expect, it } from 'vitest';
import { requestChangeKey } from './request-change-key.ts';

it('changes with the state and with the payment', () => {
  const before = requestChangeKey({ state_name: 'В работе', paid: 0 });
  expect(requestChangeKey({ state_name: 'Выполнена', paid: 0 })).not.toBe(before);
  expect(requestChangeKey({ state_name: 'В работе', paid: 1 })).not.toBe(before);
});

it('does not change while a payment is only under way', () => {
  const before = requestChangeKey({ state_name: 'Выполнена', paid: 0 });
  expect(requestChangeKey({ state_name: 'Выполнена', paid: -1 })).toBe(before);
  expect(requestChangeKey({ state_name: 'Выполнена', paid: 2 })).toBe(before);
});
