/** A file of the build: its URL, and the digest of its bytes (Subresource Integrity). */
export type FileWithIntegrity = { url: string; integrity: string };

/**
 * The file with that digest; rejects for anything else. The retry bypasses the HTTP cache: if a proxy keeps
 * our headers, its wrong response is cached there for a year.
 */
export async function fetchWithIntegrity({ url, integrity }: FileWithIntegrity): Promise<Response> {
  return fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }));
}

/** The digest of a text, as the build writes it. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Caches a response. On a full disk it is not cached, without an error, and fetched again the next time. */
export async function putUnlessFull(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
  }
}
