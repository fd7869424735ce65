/** What became of a text that was to leave the app; `dismissed`: the user closed the share sheet. */
export type Shared = 'shared' | 'copied' | 'dismissed' | 'failed';

/** Offers a text to other apps; where the browser cannot, it is copied. */
export async function shareText(title: string, text: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text });
      return 'shared';
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'AbortError') return 'dismissed';
      // Refused by policy or by the system: the clipboard is next.
    }
  }
  return copyText(text);
}

/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed'; // no permission, or no secure context: the caller says so
  }
}
