const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const toCyrillic = new Map([...LATIN].map((key, index) => [key, CYRILLIC[index] ?? key]));
const toLatin = new Map([...CYRILLIC].map((key, index) => [key, LATIN[index] ?? key]));

/** The form in which texts are compared: lower case, ё as е, no punctuation. й stays й. */
export function normaliseText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What the same keys give on the Russian layout: «fktyf» → «алена», with ё already folded. */
export function fromLatinLayout(text: string): string {
  return convertLayout(text, toCyrillic);
}

/** What the same keys give on the Latin layout: «ыьшер» → «smith». */
export function fromCyrillicLayout(text: string): string {
  return convertLayout(text, toLatin);
}

function convertLayout(text: string, keys: ReadonlyMap<string, string>): string {
  return normaliseText([...text.toLowerCase()].map(key => keys.get(key) ?? key).join(''));
}

/** Latin spellings of Russian letters, longest first; a letter that may mean several stands for each of them. */
const SPELLINGS: readonly (readonly [latin: string, cyrillic: string])[] = [
  ...Object.entries({ shch: 'щ', sch: 'щ', zh: 'ж', kh: 'х', ts: 'ц', ch: 'ч', sh: 'ш', yu: 'ю', ya: 'я' }),
  ...Object.entries({ yo: 'е', ye: 'е', ju: 'ю', ja: 'я', a: 'а', b: 'б', v: 'в', g: 'г', d: 'д', e: 'еэ' }),
  ...Object.entries({ z: 'з', i: 'ий', k: 'к', l: 'л', m: 'м', n: 'н', o: 'о', p: 'п', r: 'р', s: 'с' }),
  ...Object.entries({ t: 'т', u: 'у', f: 'ф', h: 'хг', y: 'йы', c: 'цк', j: 'йж', w: 'в', q: 'к' }),
];
const SPELLING_PATTERN = new RegExp(`${SPELLINGS.map(([latin]) => latin).join('|')}|x`, 'g');
const spellings = new Map([...SPELLINGS, ['x', 'кс'] as const]);

/**
 * A folded Latin word as the Russian words that it may spell: «olga» also finds «ольга», «sergey» «сергей».
 * The source of a regular expression; null for a word with anything but Latin letters in it.
 */
export function latinToCyrillicPattern(word: string): string | null {
  if (!/^[a-z]+$/.test(word)) return null;
  const letters = word.match(SPELLING_PATTERN) ?? [];
  return letters.map(latin => `${alternatives(latin)}[ьъ]?`).join('');
}

function alternatives(latin: string): string {
  const cyrillic = spellings.get(latin) ?? '';
  return cyrillic.length > 1 && latin !== 'x' ? `[${cyrillic}]` : cyrillic;
}
