import { PHONES_MAX } from '#contract/contacts.ts';
import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { maskPhone, phonesIn } from '#ui/form/phone-text.ts';
import { type ContactForm, emptyForm } from './contact-form.ts';

const NUMBERS = /\+?\d[\d\s().-]{3,}\d/g;

/** A longer first line is no name: all of it goes into the comment, its beginning stands for the name. */
const NAME_LENGTH = 60;

/**
 * A form from a searched or shared text: complete numbers become phones, the first line around them the name, and
 * what is left the comment. Nothing is dropped, however long it is.
 */
export function prefill(text: string): ContactForm {
  const plain = text.replace(/[^\P{Cc}\n\t]/gu, ' ');
  const phones = [...new Set([...plain.matchAll(NUMBERS)].flatMap(match => phonesIn(match[0])))];
  const onlyDigits = /^[\d\s()+.-]+$/.test(plain);
  if (phones.length === 0 && onlyDigits) {
    return { ...emptyForm, phones: [{ text: maskPhone(plain.trim()) }] };
  }
  const rows = phones.slice(0, PHONES_MAX).map(phone => ({ text: formatPhone(phoneDigits(phone) ?? phone) }));
  const words = plain.replace(NUMBERS, number => (phonesIn(number).length > 0 ? ' ' : number));
  const form = { ...emptyForm, ...nameAndComment(words), phones: rows.length > 0 ? rows : emptyForm.phones };
  // Numbers that the form has no room for stay where they can be read.
  return phones.length > PHONES_MAX ? { ...form, comment: plain.trim() } : form;
}

function nameAndComment(words: string): Pick<ContactForm, 'first_name' | 'comment'> {
  const [first = '', ...rest] = words
    .split('\n')
    .map(line =>
      line
        .replace(/[,;|]+|:(?!\/\/)/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(line => line !== '');
  if (first.length <= NAME_LENGTH) return { first_name: first, comment: rest.join('\n') };
  const start = [...first]
    .slice(0, NAME_LENGTH + 1)
    .join('')
    .replace(/\s\S*$/, '')
    .slice(0, NAME_LENGTH);
  return { first_name: start, comment: [first, ...rest].join('\n') };
}

/** What another screen or app handed over in the address: ?text=, and ?title= and ?url= of a share. */
export function handedOver(query: URLSearchParams): string {
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map(name => query.get(name)?.trim());
  // Many apps say the same twice.
  const parts = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url];
  return parts.filter(Boolean).join('\n');
}
