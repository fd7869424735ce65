import type { Refusal } from '#sync/outbox.ts';
import { texts } from './texts.ts';

/** Why the device did not keep a contact, in words. Dependants are told by whoever deletes. */
export function refusalText({ reason }: Refusal): string {
  if (reason === 'full') return texts.full;
  return reason === 'outdated' ? texts.outdated : texts.unknownOutcome;
}
