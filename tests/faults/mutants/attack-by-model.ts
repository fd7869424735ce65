import { attack } from '../model/attack.ts';
import type { Finding } from './mutant.ts';

/** So many random stories for each kind of backend; where there is one to find, it comes early or not at all. */
const STORIES = { seed: 1, runs: 60, shrinks: false };

/** The first rule that a random story breaks. */
export async function attackEngine(): Promise<Finding | null> {
  for (const keyed of [true, false]) {
    const { finding } = await attack({ ...STORIES, keyed });
    if (finding)
      return { rule: finding.rule, message: `[${finding.rule}] ${finding.message}`, by: 'the model' };
  }
  return null;
}
