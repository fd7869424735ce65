import { describe } from 'vitest';
import { testEveryFault } from './every-fault.ts';

describe('a backend that ignores Idempotency-Key', () => {
  testEveryFault(false);
});
