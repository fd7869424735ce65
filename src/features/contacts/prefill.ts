import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { maskPhone, phonesIn } from '#ui/phone-text.ts';
import { type ContactForm, emptyForm } from './contact-form-values.ts';

const NUMBERS = /\+?\d[\d\s().-]{3,}\d/g;

/** A form from a searched or shared text: complete numbers become phones, the words around them the name. */
export function prefill(text: string): ContactForm {
  const found = [...text.matchAll(NUMBERS)].map(match => match[0]);
  const phones = [...new Set(found.flatMap(phonesIn))];
  const onlyDigits = /^[\d\s()+.-]+$/.test(text);
  if (phones.length === 0 && onlyDigits) return { ...emptyForm, phones: [{ text: maskPhone(text.trim()) }] };
  const words = found
    .filter(number => phonesIn(number).length > 0)
    .reduce((rest, number) => rest.replace(number, ' '), text)
    .replace(/[,;:|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const rows = phones.map(phone => ({ text: formatPhone(phoneDigits(phone) ?? phone) }));
  return { ...emptyForm, first_name: words, phones: rows.length > 0 ? rows : emptyForm.phones };
}

/** What another screen or app handed over in the address: ?text=, and ?title= of a share. */
export function handedOver(query: URLSearchParams): string {
  return [query.get('title'), query.get('text')].filter(Boolean).join(' ').trim();
}
