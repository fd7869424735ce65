/** Keeps an answer. On a full disk it is given all the same, and fetched again the next time. */
export async function keepIfRoom(cache: Cache, url: string, answer: Response): Promise<void> {
  try {
    await cache.put(url, answer);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
  }
}
