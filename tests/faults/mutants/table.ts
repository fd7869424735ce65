import type { Mutant } from './mutant.ts';
import { actingMutants } from './table/acting.ts';
import { carryingMutants } from './table/carrying.ts';
import { drainMutants, eligibleMutants } from './table/draining.ts';
import { provingMutants } from './table/proving.ts';
import { refreshingMutants } from './table/refreshing.ts';
import { runningMutants } from './table/running.ts';
import { savingMutants } from './table/saving.ts';
import { settleMutants } from './table/sending.ts';
import { sessionMutants } from './table/session.ts';

/** The engine with one guard taken out, once for each guard that we could think of. */
export const mutants: readonly Mutant[] = [
  ...settleMutants,
  ...drainMutants,
  ...eligibleMutants,
  ...provingMutants,
  ...savingMutants,
  ...sessionMutants,
  ...actingMutants,
  ...runningMutants,
  ...refreshingMutants,
  ...carryingMutants,
];
