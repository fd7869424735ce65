import * as v from 'valibot';
import {
  CONTACT_TEXTS,
  type ContactTextName,
  contactTextFields,
  contactTextNames,
  eachContactText,
} from '#contract/contact-fields.ts';
import { PHONES_MAX } from '#contract/contacts.ts';
import { continueSentence } from '#kit/continue-sentence.ts';
import { formatPhone, phoneDigits } from '#kit/phone.ts';
import { phoneRemark } from '#ui/form/phone-text.ts';
import { describeIssue } from '#validation/messages.ts';
import { ContactForm, emptyForm, toForm } from '../form/contact-form.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from './texts.ts';

/** Somebody as a file, a text or the phone tells of them. */
export type Found = {
  first: string;
  last: string;
  organisation: string;
  note: string;
  phones: readonly string[];
  isWhole: boolean;
};

/** Somebody who may become a contact. `form` holds everything as it was found, for correcting it. */
export type Person = {
  id: string;
  values: ContactValues;
  form: ContactForm;
  /** What the user should know before adding. */
  remarks: string[];
  /** Why this is no contact yet, '' if it is one. */
  problem: string;
};

/** Makes a contact of what was found, by the rules of the contact form; nothing that was found goes silently. */
export function toPerson(id: string, found: Found): Person {
  const { good, wrong } = sortPhones(found.phones);
  const phones = good.slice(0, PHONES_MAX);
  const others = [...wrong.map(phone => phone.text), ...good.slice(PHONES_MAX).map(formatPhone)];
  const { first, last, organisation } = nameOf(found, phones);
  const about = [organisation, clean(found.note)].filter(Boolean).join('\n');
  const form = { ...emptyForm, first_name: first, last_name: last, comment: about };
  const values = {
    ...eachContactText((name, { max }) => cutTo(form[name], max)),
    comment: commentOf(about, others),
    phones,
  };
  const problem = problemOf(values, wrong.length > 0);
  const remarks = [
    ...wrong.map(phone => texts.wrongPhone(phone.text, phone.why)),
    ...(wrong.length > 0 && problem === '' ? [texts.toComment] : []),
    ...(good.length > PHONES_MAX ? [texts.manyPhones(PHONES_MAX)] : []),
    ...cutFields(form, [...about, ...endOf(others)].length > CONTACT_TEXTS.comment.max),
    ...(found.isWhole ? [] : [texts.broken]),
  ];
  const rows = [...good.map(formatPhone), ...wrong.map(phone => phone.text)].map(text => ({ text }));
  if (rows.length > 0) form.phones = rows;
  return { id, values, form, remarks, problem };
}

/** Which texts were longer than a contact takes; the comment also holds what is no phone. */
function cutFields(form: ContactForm, isCommentCut: boolean): string[] {
  const isTooLong = (name: ContactTextName) => cutTo(form[name], contactTextFields[name].max) !== form[name];
  return contactTextNames
    .filter(name => (name === 'comment' ? isCommentCut : isTooLong(name)))
    .map(name => texts.cutField(contactTextFields[name].label, contactTextFields[name].max));
}

type WrongPhone = { text: string; why: string };

function sortPhones(written: readonly string[]): { good: string[]; wrong: WrongPhone[] } {
  const good = new Set<string>();
  const wrong = new Map<string, WrongPhone>();
  for (const text of written.map(clean).filter(Boolean)) {
    const several = text.split(/[,;/|]/).map(phoneDigits);
    const digits = phoneDigits(text);
    if (digits !== null) good.add(digits);
    else if (several.every(each => each !== null)) for (const each of several) good.add(each);
    else wrong.set(text, { text, why: continueSentence(phoneRemark(text) ?? texts.badPhone) });
  }
  return { good: [...good], wrong: [...wrong.values()] };
}

/** A contact needs a first name: without one the last name, the organisation or the phone stands in. */
function nameOf(found: Found, phones: readonly string[]): Pick<Found, 'first' | 'last' | 'organisation'> {
  const [first, last] = [lineOf(found.first), lineOf(found.last)];
  const organisation = lineOf(found.organisation);
  if (first !== '') return { first, last, organisation };
  if (last !== '') return { first: last, last: '', organisation };
  return { first: organisation || formatPhone(phones[0] ?? ''), last: '', organisation: '' };
}

/** Numbers that are no phones come last and are never what is cut. */
function commentOf(about: string, others: readonly string[]): string {
  const end = endOf(others);
  const room = CONTACT_TEXTS.comment.max - [...end].length;
  return cutTo(cutTo(about, room).trim() + (about === '' ? end.trimStart() : end), CONTACT_TEXTS.comment.max);
}

function endOf(others: readonly string[]): string {
  return others.length === 0 ? '' : `\n${texts.otherPhones(others.join(', '))}`;
}

function problemOf(values: ContactValues, hasWrongPhones: boolean): string {
  if (values.phones.length === 0) return hasWrongPhones ? texts.noGoodPhone : texts.noPhone;
  const read = v.safeParse(ContactForm, toForm(values));
  return read.success ? '' : describeIssue(read.issues[0]);
}

function lineOf(text: string): string {
  return clean(text).replace(/\s+/g, ' ');
}

/** Without characters that no database keeps. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f]|\p{Surrogate}/gu, '').trim();
}

/** At most so many code points, as the contact rules count. */
function cutTo(text: string, limit: number): string {
  const letters = [...text];
  return letters.length <= limit ? text : letters.slice(0, Math.max(limit, 0)).join('').trim();
}
