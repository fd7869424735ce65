import { PHONES_MAX } from '#contract/contacts.ts';
import { readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { maskPhone, showPhone } from '#ui/form/phone-text.ts';
import { type ContactForm, emptyForm } from './contact-form.ts';

/** A longer first line is no name: all of it goes into the comment, its beginning stands for the name. */
const NAME_LENGTH = 60;

/** «Имя,80001112233,45» is three columns, not a number with an extension. */
const COLUMNS = /^(?=[^,;\n]*?\p{L})[^,;\n]*([,;])(?=\S).*$/gmu;

/**
 * A form from a searched, shared or pasted text: complete numbers become phones, the first words beside them the name, and
 * what is left the comment. Nothing is dropped, however long it is.
 */
export function prefill(text: string): ContactForm {
  const plain = withoutInvisible(text).replace(/[^\P{Cc}\n\t]/gu, ' ');
  const columns = plain.replace(COLUMNS, (line, sign: string) => line.replaceAll(sign, '\t'));
  const { phones, rest } = readPhones(columns);
  if (phones.length === 0) {
    if (/\d/.test(plain) && !/\p{L}/u.test(plain))
      return { ...emptyForm, phones: [{ text: maskPhone(plain.trim()) }] };
    const [first = '', ...others] = linesOf(plain);
    return { ...emptyForm, ...shortName(tidy(first.replace(SEPARATORS, ' ')), others) };
  }
  const rows = phones.slice(0, PHONES_MAX).map(phone => ({ text: showPhone(phone) }));
  const form = { ...emptyForm, ...besidePhones(linesOf(rest)), phones: rows };
  // Numbers that the form has no room for stay where they can be read.
  return phones.length > PHONES_MAX ? { ...form, comment: plain.trim() } : form;
}

type Words = Pick<ContactForm, 'first_name' | 'comment'>;

const SEPARATORS = /[\t,;|]+|:(?!\/\/)/g;

/** A cell as what stands before a name, the name, and a house, a flat, a day or whatever else has digits. */
const CELL =
  /^((?:[^\p{L}\s]+\s+)*)(.*?)((?<!\S)(?:(?:ул|улица|пр-т|просп|пер|бул|наб|мкр)[.\s]|(?:д|дом|корп|кв|под|подъезд|эт|этаж|код)\.?\s\d|\S*\d).*)?$/iu;

/** The first name in the text, over neighbouring cells of one word each; the comment is all the rest. */
function besidePhones(lines: readonly string[]): Words {
  const cells = lines.map(line => line.split(SEPARATORS).map(trimCell).filter(hasSigns));
  const at = cells.findIndex(line => line.some(cell => /\p{L}/u.test(nameIn(cell))));
  const line = cells[at] ?? [];
  const start = line.findIndex(cell => nameIn(cell) !== '');
  const isWord = (cell = '') => /^\p{Lu}[\p{L}’'-]*$/u.test(cell);
  let end = start + 1;
  while (line.slice(start, end + 1).every(isWord) && end < line.length) end += 1;
  const [, before = '', name = '', behind = ''] = CELL.exec(line.slice(start, end).join(' ')) ?? [];
  const others = [...line.slice(0, Math.max(start, 0)), before, behind, ...line.slice(end)]
    .map(tidy)
    .filter(hasSigns);
  const comment = lines.map((other, index) => (index === at ? others.join(', ') : tidy(other)));
  return shortName(tidy(name), comment);
}

function shortName(name: string, lines: readonly string[]): Words {
  if (name.length <= NAME_LENGTH)
    return { first_name: name, comment: lines.map(tidy).filter(Boolean).join('\n') };
  const start = [...name]
    .slice(0, NAME_LENGTH + 1)
    .join('')
    .replace(/\s\S*$/, '')
    .slice(0, NAME_LENGTH);
  return { first_name: start, comment: [name, ...lines.map(tidy)].filter(Boolean).join('\n') };
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
const trimCell = (cell: string) => tidy(cell).replace(/^[/\p{Pd}.) ]+|[/\p{Pd}( ]+$/gu, '');
const hasSigns = (text: string) => /[\p{L}\p{N}]/u.test(text);
const nameIn = (cell: string) => CELL.exec(cell)?.[2]?.trim() ?? '';
const linesOf = (text: string) => text.split('\n').filter(hasSigns);

/** What another screen or app handed over in the address: ?text=, and ?title= and ?url= of a share. */
export function handedOver(query: URLSearchParams): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map(name => query.get(name)?.trim());
  // Many apps say the same twice.
  const parts = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url];
  return parts.filter(Boolean).join('\n');
}
