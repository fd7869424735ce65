import { readPhones } from './find-phones.ts';
import { normaliseText } from './normalise-text.ts';

const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const toCyrillic = new Map([...LATIN].map((key, index) => [key, CYRILLIC[index] ?? key]));
const toLatin = new Map([...CYRILLIC].map((key, index) => [key, LATIN[index] ?? key]));

/**
 * Everything that typed text may mean, as folded words: as it stands, and as the same keys give on the other layouts. A whole phone
 * is one word of ten digits.
 */
export function readingsOf(text: string): string[][] {
  const { phones, rest } = readPhones(text);
  const digits = phones.map(phone => phone.digits);
  const words = normaliseText(rest);
  if (words === '' && digits.length > 0) return [digits];
  const readings = new Set([words, retype(rest, toCyrillic), retype(rest, toLatin)]);
  return [...readings].filter(reading => reading !== '').map(reading => [...digits, ...reading.split(' ')]);
}

/** «fktyf» → «алена», «ыьшер» → «smith». */
function retype(text: string, keys: ReadonlyMap<string, string>): string {
  return normaliseText([...text.normalize('NFC').toLowerCase()].map(key => keys.get(key) ?? key).join(''));
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
 * The words of a text as the Russian words that they may spell in Latin letters: «olga» also finds «ольга», «sergey» «сергей». Each is
 * the source of a regular expression; null where a word has anything but Latin letters in it.
 */
export function spelledWords(text: string): string[] | null {
  const words = normaliseText(text).split(' ');
  return words.every(word => /^[a-z]+$/.test(word)) ? words.map(toCyrillicPattern) : null;
}

function toCyrillicPattern(word: string): string {
  const letters = word.match(SPELLING_PATTERN) ?? [];
  return letters.map(latin => `${alternatives(latin)}[ьъ]?`).join('');
}

function alternatives(latin: string): string {
  const cyrillic = spellings.get(latin) ?? '';
  return cyrillic.length > 1 && latin !== 'x' ? `[${cyrillic}]` : cyrillic;
}
