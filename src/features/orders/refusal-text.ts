import type { Refusal } from '#sync/outbox.ts';
import { texts } from './texts.ts';

/** Why the device did not keep an order, in words; the form keeps its content. */
export function refusalText({ reason }: Refusal): string {
  if (reason === 'full') return texts.full;
  return reason === 'outdated' ? texts.outdated : texts.underWay;
}
