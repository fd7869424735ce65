import type { Refusal } from '#sync/outbox.ts';
import { describeEntry } from './describe-entry.ts';
import { texts } from './texts.ts';

/** Why the outbox did not do what was asked, in words; what stands in the way is named. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'dependants':
      return texts.dependants(refusal.entries.map(describeEntry).map(nameOf).join('; '));
    case 'full':
      return texts.full;
    case 'outdated':
      return texts.outdated;
    case 'unknown-outcome':
      return texts.notNow;
  }
}

function nameOf({ what, name }: { what: string; name: string }): string {
  return [what, name].filter(Boolean).join(': ');
}
