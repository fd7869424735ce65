import { PHONES_MAX } from '#contract/contacts.ts';
import { readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { maskPhone, showPhone } from '#ui/form/phone-text.ts';
import { type ContactForm, emptyForm } from './contact-form.ts';

/** A longer first line is no name: all of it goes into the comment, its beginning stands for the name. */
const NAME_LENGTH = 60;

/** «Имя,80001112233,45» is three columns, not a number with an extension. */
const COLUMNS = /^(?=[^,;\n]*?\p{L})[^,;\n]*([,;])(?=\S).*$/gmu;

function withTabs(text: string): string {
  // Most rows have none: to look is cheaper than to replace.
  if (!/[,;]\S/.test(text)) return text;
  return text.replace(COLUMNS, (line, sign: string) => line.replaceAll(sign, '\t'));
}

/**
 * A form from a searched, shared or pasted text: complete numbers become phones, the first words beside them the name, and
 * what is left the comment. Nothing is dropped, however long it is.
 */
export function prefill(text: string): ContactForm {
  const plain = text.replace(/[^\P{Cc}\n\t]/gu, ' ');
  const { phones, rest } = readPhones(withTabs(plain));
  if (phones.length === 0) {
    if (/\d/.test(plain) && !/\p{L}/u.test(plain))
      return { ...emptyForm, phones: [{ text: maskPhone(plain.trim()) }] };
    const [first = '', ...others] = linesOf(withoutInvisible(plain));
    return { ...emptyForm, ...shortName(tidy(first.replace(SEPARATORS, ' ')), others.map(tidy)) };
  }
  const rows = phones.slice(0, PHONES_MAX).map(phone => ({ text: showPhone(phone) }));
  const form = { ...emptyForm, ...besidePhones(linesOf(rest)), phones: rows };
  // Numbers that the form has no room for stay where they can be read.
  return phones.length > PHONES_MAX ? { ...form, comment: plain.trim() } : form;
}

type Words = Pick<ContactForm, 'first_name' | 'comment'>;

/** Most rows are a name and a number: they are not taken to pieces. */
const MAY_BE_MORE = /[\d\t,;|:]|(?<!\S)(?:ул|пр|пер|бул|наб|мкр)/iu;

/** A colon also stands in an address of a page, and between hours and minutes. */
const SEPARATORS = /[\t,;|]+|:(?!\/\/|\d\d)/g;

/** The first name in the text, over neighbouring cells of one word each; the comment is all the rest. */
function besidePhones(lines: readonly string[]): Words {
  const only = lines.length === 1 ? (lines[0] ?? '').trim() : '';
  if (only !== '' && !MAY_BE_MORE.test(only)) return shortName(trimSigns(tidy(only)), []);
  const rows = lines.map(line => line.split(SEPARATORS).filter(hasSigns).map(partsOf));
  const at = rows.findIndex(cells => cells.some(cell => cell.name !== ''));
  const cells = rows[at] ?? [];
  const start = cells.findIndex(cell => cell.name !== '');
  let end = start + 1;
  if (isOneWord(cells[start])) while (isOneWord(cells[end])) end += 1;
  const name = cells.slice(Math.max(start, 0), end).map(cell => cell.name);
  const others = cells
    .flatMap((cell, index) => [cell.before, index < end ? '' : cell.name, cell.behind])
    .filter(Boolean);
  const comment = lines.map((line, index) => (index === at ? others.join(', ') : tidy(line)));
  return shortName(name.join(' '), comment);
}

type Cell = { before: string; name: string; behind: string };

const STREET = /^(?:ул|улица|пр-т|просп|проспект|пер|бул|наб|мкр)\.?$/iu;
const BEFORE_DIGITS = /^(?:д|дом|корп|кв|под|подъезд|эт|этаж|код|домофон|оф|офис|инн|паспорт)\.?$/iu;

/** A cell as what stands before a name, the name, and a street, a house, a day or whatever else has digits. */
function partsOf(cell: string): Cell {
  if (!MAY_BE_MORE.test(cell)) return { before: '', name: trimSigns(tidy(cell)), behind: '' };
  if (!/\p{L}/u.test(cell)) return { before: tidy(cell), name: '', behind: '' };
  const words = cell.trim().split(/\s+/);
  const start = words.findIndex(word => /\p{L}/u.test(word));
  const found = words.findIndex((word, at) => at >= start && (/\d/.test(word) || STREET.test(word)));
  const end =
    found < 0 ? words.length : found - Number(found > start && BEFORE_DIGITS.test(words[found - 1] ?? ''));
  const join = (from: number, to: number) => words.slice(from, to).join(' ');
  return { before: join(0, start), name: trimSigns(join(start, end)), behind: join(end, words.length) };
}

function isOneWord(cell?: Cell): boolean {
  return cell !== undefined && cell.before + cell.behind === '' && /^\p{Lu}[\p{L}’'-]*$/u.test(cell.name);
}

function shortName(name: string, lines: readonly string[]): Words {
  if (name.length <= NAME_LENGTH) return { first_name: name, comment: lines.filter(Boolean).join('\n') };
  const start = [...name]
    .slice(0, NAME_LENGTH + 1)
    .join('')
    .replace(/\s\S*$/, '')
    .slice(0, NAME_LENGTH);
  return { first_name: start, comment: [name, ...lines].filter(Boolean).join('\n') };
}

const tidy = (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
const trimSigns = (name: string) => name.replace(/[\s/\p{Pd}(]+$/u, '');
const hasSigns = (text: string) => /[\p{L}\p{N}]/u.test(text);
const linesOf = (text: string) => text.split('\n').filter(hasSigns);

/** What another screen or app handed over in the address: ?text=, and ?title= and ?url= of a share. */
export function handedOver(query: URLSearchParams): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map(name => query.get(name)?.trim());
  // Many apps say the same twice.
  const parts = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url];
  return parts.filter(Boolean).join('\n');
}
