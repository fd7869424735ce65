import { describe } from 'vitest';
import { testEveryFault } from './every-fault.ts';

describe('a backend that honours Idempotency-Key', () => {
  testEveryFault(true);
});
