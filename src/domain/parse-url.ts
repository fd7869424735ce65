/** null for a text that is no URL. The oldest browsers that the page runs in have no `canParse`. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null; // invalid, which null says
  }
}
