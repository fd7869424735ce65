import * as v from 'valibot';
import { RuntimeConfig } from '#contract/runtime.ts';

const DEFAULTS = v.parse(RuntimeConfig, {});

/**
 * The runtime configuration; the worker keeps the last one for an offline start. Without any, the page's own
 * origin is the backend, which is right for everything but a first sign-in.
 */
export async function loadConfig(): Promise<RuntimeConfig> {
  try {
    const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { cache: 'no-cache' });
    const read = v.safeParse(RuntimeConfig, response.ok ? await response.json() : {});
    return read.success ? read.output : DEFAULTS;
  } catch {
    return DEFAULTS; // no network and nothing kept: an expected start, not a fault
  }
}
