import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

const known = Object.entries(endpoints).map(([name, endpoint]) => ({
  name,
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The endpoint that a call is for, and its name; undefined where the contract has none. */
export function endpointAt(
  method: string,
  pathname: string,
): { name: string; endpoint: Endpoint } | undefined {
  return known.find(({ endpoint, path }) => endpoint.method === method && path.test(pathname));
}
