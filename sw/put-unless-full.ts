/** Caches a response. On a full disk it is not cached, without an error, and fetched again the next time. */
export async function putUnlessFull(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
  }
}
