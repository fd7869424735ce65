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
import { readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import type { PersonRecord } from '#kit/person-record.ts';
import { formatPhone } from '#kit/phone.ts';
import { noteOfExtension, phoneRemark } from '#ui/form/phone-text.ts';
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
  /** What a contact has no field for. */
  others: PersonRecord['others'];
  /** Why the user should look before they are added. */
  doubts: readonly string[];
};

/** Somebody who may become a contact. `form` holds everything as it was found, for correcting it. */
export type Person = {
  id: string;
  values: ContactValues;
  form: ContactForm;
  /** Of whom it was made, to be made anew; null once it was corrected. */
  found: Found | null;
  /** Not to be added unasked. */
  isDoubtful: boolean;
  /** What the user should know before adding. */
  remarks: string[];
  /** What will not be in the contact, in words. */
  leftOut: string;
  /** Why this is no contact yet, '' if it is one. */
  problem: string;
};

/**
 * Makes a contact of what was found, by the rules of the contact form; nothing that was found goes silently. `keepOthers`: what
 * a contact has no field for goes into the comment.
 */
export function toPerson(id: string, found: Found, keepOthers = false): Person {
  const { good, wrong, notes } = sortPhones(found.phones);
  const phones = good.slice(0, PHONES_MAX);
  const numbers = [...wrong.map(phone => phone.text), ...good.slice(PHONES_MAX).map(formatPhone)];
  const { first, last, organisation } = nameOf(found, phones);
  const others = found.others.map(other => otherText(other, keepOthers ? ': ' : ' '));
  const about = [organisation, clean(found.note), ...notes, ...(keepOthers ? others : [])]
    .filter(Boolean)
    .join('\n');
  const form = { ...emptyForm, first_name: first, last_name: last, comment: about };
  const values = {
    ...eachContactText((name, { max }) => cutTo(form[name], max)),
    comment: commentOf(about, numbers),
    phones,
  };
  const problem = problemOf(values, wrong.length > 0);
  const remarks = [
    ...found.doubts,
    ...wrong.map(phone => texts.wrongPhone(phone.text, phone.why)),
    ...(wrong.length > 0 && problem === '' ? [texts.toComment] : []),
    ...notes.map(texts.noteOfPhone),
    ...(good.length > PHONES_MAX ? [texts.manyPhones(PHONES_MAX)] : []),
    ...cutFields(form, [...about, ...endOf(numbers)].length > CONTACT_TEXTS.comment.max),
  ];
  const rows = [...good.map(formatPhone), ...wrong.map(phone => phone.text)].map(text => ({ text }));
  if (rows.length > 0) form.phones = rows;
  const leftOut =
    keepOthers || others.length === 0 ? '' : texts.leftOut(others.map(continueSentence).join('; '));
  return { id, values, form, found, isDoubtful: found.doubts.length > 0, remarks, leftOut, problem };
}

/** «День рождения: 1990-05-12»; of a recording there is no value. */
function otherText({ name, value }: PersonRecord['others'][number], separator: string): string {
  return [texts.otherLabels.get(name) ?? name, lineOf(value)].filter(Boolean).join(separator);
}

/** Which texts were longer than a contact takes; the comment also holds what is no phone. */
function cutFields(form: ContactForm, isCommentCut: boolean): string[] {
  const isTooLong = (name: ContactTextName) => cutTo(form[name], contactTextFields[name].max) !== form[name];
  return contactTextNames
    .filter(name => (name === 'comment' ? isCommentCut : isTooLong(name)))
    .map(name => texts.cutField(contactTextFields[name].label, contactTextFields[name].max));
}

type WrongPhone = { text: string; why: string };

/** `notes`: what stands beside a number, an extension too, for the comment. */
function sortPhones(written: readonly string[]) {
  const good = new Set<string>();
  const wrong = new Map<string, WrongPhone>();
  const notes = new Set<string>();
  for (const text of written.map(each => clean(withoutInvisible(each))).filter(Boolean)) {
    const { phones, rest } = readPhones(text);
    for (const phone of phones) {
      good.add(phone.digits);
      if (phone.extension !== '') notes.add(noteOfExtension(phone));
    }
    if (phones.length === 0)
      wrong.set(text, { text, why: continueSentence(phoneRemark(text) ?? texts.badPhone) });
    else if (/[\p{L}\p{N}]/u.test(rest)) notes.add(text);
  }
  return { good: [...good], wrong: [...wrong.values()], notes: [...notes] };
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
