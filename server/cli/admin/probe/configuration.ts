import type { RuntimeConfig } from '#contract/runtime.ts';
import { type Findings, foreignPageOf } from './survey.ts';

/** The runtime configuration of a front end that stands on the page's origin before this backend. */
export function configurationFor(
  { target, facts }: Pick<Findings, 'target' | 'facts'>,
  clientSecret: string,
): RuntimeConfig {
  const { origin, clientId, zone } = target;
  const isForeign = foreignPageOf(target) !== undefined;
  const keeps = facts.features?.includes('idempotency') === true;
  return {
    apiOrigin: isForeign ? origin : '',
    clientId,
    clientSecret,
    // A key that CORS does not know would stop every save.
    idempotency: keeps && (facts.cors?.keys ?? true),
    zone,
  };
}
