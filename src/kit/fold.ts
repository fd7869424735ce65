const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const toCyrillic = new Map([...LATIN].map((key, index) => [key, CYRILLIC[index] ?? key]));

/** The form in which texts are compared: lower case, ё as е, no punctuation. й stays й. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What the same keys give on the Russian layout: «fktyf» → «алена», with ё already folded. */
export function fromLatinLayout(text: string): string {
  const typed = [...text.toLowerCase()].map(key => toCyrillic.get(key) ?? key).join('');
  return fold(typed);
}
