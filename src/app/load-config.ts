import * as v from 'valibot';
import { RuntimeConfig } from '#contract/runtime.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { once } from '#kit/once.ts';
import { CONFIG_KEY, keepObject, readObject } from './stored-facts.ts';

/** Nothing can be saved before the configuration is certain: a dead network must not hold up what is known. */
const TIMEOUT_MS = 3 * SECOND_MS;

const DEFAULTS = v.parse(RuntimeConfig, { apiOrigin: '', clientId: '2' });

/** `known` is what the app starts with; `fetchFresh` asks the backend once, and resolves to the same without an answer. */
export type LoadedConfig = Awaited<ReturnType<typeof loadConfig>>;

/**
 * The runtime configuration. The first start waits for it; every later one goes on with the last, which only moves
 * when the firm does: then the page starts again with the new one.
 */
export async function loadConfig() {
  const stored = parseConfig(readObject(CONFIG_KEY));
  const fetchFresh = once(async () => {
    const fetched = await fetchConfig(stored ? TIMEOUT_MS : null);
    if (fetched) keepObject(CONFIG_KEY, fetched);
    if (fetched && stored && fetched.apiOrigin !== stored.apiOrigin) window.location.reload();
    return fetched ?? stored ?? DEFAULTS;
  });
  return { known: stored ?? (await fetchFresh()), fetchFresh };
}

/**
 * null when there is no usable answer. The worker keeps the last one, also for an offline start; without any, the
 * page's own origin is the backend, which is right for everything but a first sign-in.
 */
async function fetchConfig(timeoutMs: number | null): Promise<RuntimeConfig | null> {
  const limit = new AbortController();
  if (timeoutMs !== null) setTimeout(() => limit.abort(), timeoutMs);
  try {
    const { signal } = limit;
    const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache', signal });
    return response.ok ? parseConfig(await response.json()) : null;
  } catch {
    return null; // no network and nothing kept: an expected start, not a fault
  }
}

function parseConfig(raw: unknown): RuntimeConfig | null {
  return v.parse(v.fallback(v.nullable(RuntimeConfig), null), raw);
}
