import { normaliseText } from '#kit/normalise-text.ts';
import type { PersonRecord } from '#kit/person-record.ts';
import type { Found } from './person.ts';

/** A person of an address book as the import takes them. `doubts`: why somebody should look at them first. */
export function foundInRecord(record: PersonRecord, doubts: readonly string[] = []): Found {
  const { organisation, note, phones } = record;
  const { first, last, unsaid } = reconcileNames(record);
  const others = [...record.others, ...unsaid.map(value => ({ name: 'FN', value }))];
  return { first, last, organisation, note, phones, others, doubts };
}

/** What programs write where they need a first name and there is none. */
const STAND_IN = /^(|none|null|unknown|no name|unnamed|неизвестн\p{L}+|без имени|нет имени)$/u;

/** `unsaid`: displayed names that say something else. */
type Names = { first: string; last: string; unsaid: string[] };

/** A Russian patronymic is an additional name, and belongs to the first. */
function reconcileNames(record: PersonRecord): Names {
  const { family, given, additional } = record;
  const shown = record.formatted.split('\n').filter(line => line.trim() !== '');
  const isStandIn = wordsOf(family).length > 0 && STAND_IN.test(wordsOf(given).join(' '));
  const first = `${isStandIn ? '' : given} ${additional}`.trim();
  if (wordsOf(first + family).length === 0) {
    const [name = '', ...more] = shown;
    const known = [name, ...restOf(record)];
    return { first: name, last: '', unsaid: more.filter(each => newWords(each, known).length > 0) };
  }
  // Some programs repeat a name of one word, because they need both parts.
  const isRepeated =
    wordsOf(first).join(' ') === wordsOf(family).join(' ') && shown.some(each => isSame(each, first));
  const names = {
    first,
    last: isRepeated ? '' : family,
    unsaid: isStandIn && given.trim() !== '' ? [given] : [],
  };
  return shown.reduce<Names>((known, each) => withShown(known, each, record), names);
}

/** Adds what a displayed name says more: a patronymic goes to the first name, all else stays as it is. */
function withShown(names: Names, shown: string, record: PersonRecord): Names {
  const more = newWords(shown, [names.first, names.last, ...restOf(record)]);
  if (more.length === 0) return names;
  const isComplete = newWords(`${names.first} ${names.last}`, [shown]).length === 0;
  const elsewhere = new Set([names.last, ...restOf(record)].flatMap(wordsOf));
  const longer = shown.split(/\s+/).filter(word => !wordsOf(word).every(each => elsewhere.has(each)));
  const isName = isComplete && longer.every(word => /^[\p{L}\p{M}'’-]+$/u.test(word));
  if (!isName || newWords(names.first, longer).length > 0)
    return { ...names, unsaid: [...names.unsaid, shown] };
  return { ...names, first: longer.join(' ') };
}

/** What is said outside of the name, and may be repeated in it. */
function restOf({ organisation, others }: PersonRecord): string[] {
  return [organisation, ...others.map(({ value }) => value)];
}

/** The words of a text that stand in none of the others; an initial stands for a word. */
function newWords(text: string, known: readonly string[]): string[] {
  const words = known.flatMap(wordsOf);
  return wordsOf(text).filter(
    word => !words.some(each => each === word || (word.length === 1 && each.startsWith(word))),
  );
}

function isSame(one: string, other: string): boolean {
  return wordsOf(one).join(' ') === wordsOf(other).join(' ');
}

function wordsOf(text: string): string[] {
  return normaliseText(text.normalize('NFC')).split(' ').filter(Boolean);
}
