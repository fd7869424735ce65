/**
 * A title as it is stored to be looked for, and the text that somebody looks for: small letters of every alphabet, ё as е,
 * single spaces. Made here alone, because not every database knows other letters than English ones.
 */
export function searchTitleOf(title: string): string {
  return title.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}
