import { BASE } from '#domain/paths.ts';

/** Where promoters open the app, in full. */
export function appUrl(): string {
  return `${window.location.origin}${BASE}/`;
}
