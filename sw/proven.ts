/** A file of the build: its address, and the digest of its bytes as the build has written it down. */
export type ProvenFile = { url: string; integrity: string };

/**
 * The file with that digest; rejects for anything else. The second try goes past the browser's own cache: a proxy that
 * keeps our headers has its answer kept there for a year.
 */
export async function fetchProven({ url, integrity }: ProvenFile): Promise<Response> {
  return fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }));
}

/** The digest of a text, as the build writes it. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
