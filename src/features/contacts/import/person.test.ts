import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CONTACT_TEXTS } from '#contract/contact-fields.ts';
import { PHONES_MAX, saveContact } from '#contract/contacts.ts';
import { contactKinds } from '../offline/contact-kinds.ts';
import { type Found, toPerson } from './person.ts';

const NOBODY: Found = { first: '', last: '', organisation: '', note: '', phones: [], others: [], doubts: [] };
const person = (found: Partial<Found>) => toPerson('0', { ...NOBODY, ...found });

test('a person becomes a contact with ten digits of each phone, once', () => {
  const found = { first: ' Иван  Ильич ', last: 'Петров', phones: ['8 (916) 123-45-67', '+79161234567'] };
  expect(person(found)).toMatchObject({
    values: { first_name: 'Иван Ильич', last_name: 'Петров', comment: '', phones: ['9161234567'] },
    remarks: [],
    problem: '',
  });
});

test.each([
  ['the last name', { last: 'Петров', organisation: 'ЖЭК' }, 'Петров', 'ЖЭК'],
  ['the organisation', { organisation: 'ЖЭК', note: 'звонить утром' }, 'ЖЭК', 'звонить утром'],
  ['the phone', { note: 'звонить утром' }, '+7 (916) 123-45-67', 'звонить утром'],
])('without a first name %s stands in', (_what, found, first_name, comment) => {
  const { values } = person({ ...found, phones: ['9161234567'] });
  expect(values).toMatchObject({ first_name, last_name: '', comment });
});

test('numbers that are no phones of this country are shown with the reason and kept in the comment', () => {
  const found = person({
    first: 'Олесь',
    note: 'слесарь',
    phones: ['9161234567', '+380 44 123 45 67', '02'],
  });
  expect(found.values.phones).toEqual(['9161234567']);
  expect(found.values.comment).toBe('слесарь\nДругие номера: +380 44 123 45 67, 02');
  expect(found.remarks).toEqual([
    '+380 44 123 45 67 — нужен номер, который начинается с +7',
    '02 — не хватает 8 цифр: нужно 10 после +7',
    'Номер запишем в комментарий',
  ]);
  expect(found.form.phones.map(row => row.text)).toEqual(['+7 (916) 123-45-67', '+380 44 123 45 67', '02']);
});

test('an extension goes into the comment with its number, and so does what stands beside a number', () => {
  const { values, problem, remarks } = person({
    first: 'Офис',
    phones: ['8 495 123-45-67,102', 'Маша: 8 916 123-45-67', '234-56-78 доб. 123'],
  });
  expect(problem).toBe('');
  expect(values.phones).toEqual(['4951234567', '9161234567']);
  expect(values.comment).toBe(
    'доб. 102 к +7 (495) 123-45-67\nМаша: 8 916 123-45-67\nДругие номера: 234-56-78 доб. 123',
  );
  expect(remarks).toContain('Запишем в комментарий: доб. 102 к +7 (495) 123-45-67');
});

test('a number of another country stays whole, without marks that are not seen', () => {
  const { values, problem } = person({ first: 'Мари', phones: ['\u202a+372 512 3456\u202c', '9161234567'] });
  expect(problem).toBe('');
  expect(values).toMatchObject({ phones: ['9161234567'], comment: 'Другие номера: +372 512 3456' });
});

test('what a contact has no field for is named, or goes into the comment', () => {
  const others = [
    { name: 'BDAY', value: '1990-05-12' },
    { name: 'EMAIL', value: 'a@example.com' },
    { name: 'Хобби', value: 'рыбалка' },
  ];
  const found = { ...NOBODY, first: 'Иван', note: 'код 12', phones: ['9161234567'], others };
  const [named, kept] = [toPerson('0', found), toPerson('0', found, true)];
  expect(named).toMatchObject({
    values: { comment: 'код 12' },
    leftOut: 'Не войдет в контакт: день рождения 1990-05-12; E-mail a@example.com; хобби рыбалка',
  });
  expect(kept).toMatchObject({
    values: { comment: 'код 12\nДень рождения: 1990-05-12\nE-mail: a@example.com\nХобби: рыбалка' },
    leftOut: '',
  });
});

test('several numbers in one field are several phones', () => {
  const { values } = person({ first: 'Ия', phones: ['8 916 123-45-67; 8 916 123-45-68'] });
  expect(values.phones).toEqual(['9161234567', '9161234568']);
});

test('nobody becomes a contact without a phone', () => {
  expect(person({ first: 'Иван' }).problem).toBe('Нет телефона');
  expect(person({}).problem).toBe('Нет телефона');
});

test('what is too long is cut, and said', () => {
  const phones = Array.from({ length: PHONES_MAX + 1 }, (_, index) => `9${160_000_000 + index}`);
  const found = person({
    first: '😀'.repeat(CONTACT_TEXTS.first_name.max + 1),
    note: 'ж'.repeat(CONTACT_TEXTS.comment.max + 1),
    phones,
  });
  expect([...found.values.first_name]).toHaveLength(CONTACT_TEXTS.first_name.max);
  expect([...found.values.comment].length).toBeLessThanOrEqual(CONTACT_TEXTS.comment.max);
  expect(found.values.comment.endsWith('Другие номера: +7 (916) 000-00-20')).toBe(true);
  expect(found.values.phones).toHaveLength(PHONES_MAX);
  expect(found.remarks).toEqual([
    'Телефонов больше 20: остальные запишем в комментарий',
    'Имя: длиннее 255 символов, лишнее отрезано',
    'Комментарий: длиннее 2000 символов, лишнее отрезано',
  ]);
});

test('a doubt is said, and keeps the person from being added unasked', () => {
  const { isDoubtful, remarks, problem } = person({
    first: 'Иван',
    phones: ['9161234567'],
    doubts: ['Проверьте'],
  });
  expect({ isDoubtful, remarks, problem }).toEqual({ isDoubtful: true, remarks: ['Проверьте'], problem: '' });
});

test('whoever may be added is taken by the outbox and by the contract, whatever was found', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const note = fc.oneof(
    text,
    fc.nat({ max: 2500 }).map(length => 'ж'.repeat(length)),
  );
  const phones = fc.array(fc.oneof(text, fc.stringMatching(/^\+?[78]?\d{9,11}$/)), { maxLength: 25 });
  const anybody = fc.record({
    first: note,
    last: text,
    organisation: text,
    note,
    phones,
    others: fc.array(fc.record({ name: fc.constantFrom('BDAY', 'что'), value: text }), { maxLength: 3 }),
    doubts: fc.constant([]),
  });
  fc.assert(
    fc.property(anybody, found => {
      const { values, problem } = toPerson('0', found);
      if (problem !== '') return;
      const { input } = contactKinds['contact.create']?.outgoing(values, () => null, false) ?? {};
      expect(v.safeParse(saveContact.input, input).success).toBe(true);
      expect(JSON.stringify(values)).not.toContain('\\u0000');
    }),
    { numRuns: 60 },
  );
}, 30_000);
