import { normaliseText } from '../normalise-text.ts';
import type { PersonRecord } from '../person-record.ts';

/** One value of an address book with the name of its column or attribute. */
export type Cell = { heading: string; value: string };

type NameRole = 'family' | 'given' | 'additional' | 'formatted';

/** What a column holds. `other` has no place in a contact; `none` is for programs, e.g. an id. */
export type Role = NameRole | 'organisation' | 'note' | 'phone' | 'other' | 'none';

/** What is chosen for columns whose headings are not known. */
export type ChosenRoles = ReadonlyMap<string, Role>;

/** `label`: the property of a vCard that holds the same. `glue` joins what stands in several columns, e.g. a date. */
type Rule = readonly [role: Role, pattern: RegExp, label?: string, glue?: string];

/** What a phone or an address is called: «Mobile», «Дача». */
const LABEL = / (type|label)$|^тип эл почты$/;

/**
 * The headings of Google Contacts (before and since 2024), Outlook in English and Russian, Thunderbird, Evolution and
 * LDIF, without digits and punctuation. The first rule that fits counts.
 */
const RULES: readonly Rule[] = [
  ['other', /^(custom|relation|event)|assistant|помощник|manager|руковод|spouse|супруг|child|дети/],
  ['none', /^(id|uid|dn|objectclass|modifytimestamp|photo|фото|version)$/],
  ['other', LABEL],
  ['none', /^(initials|wants html|sensitivity|priority|private|importance|краткое имя .*)$/],
  ['none', /^(важность|чувствительность|частное|частная|инициалы)$/],
  ['family', /^(family ?name|last ?name|surname|sn|фамилия)$/],
  ['given', /^(given ?name|first ?name|имя)$/],
  ['additional', /^(additional name|middle ?name|отчество)$/],
  ['formatted', /^(name|full ?name|display name|cn|фио|ф и о|(полное|отображаемое) имя|контакт)$/],
  ['formatted', /^(имя фамилия|фамилия имя|фамилия имя отчество|имя контакта|имя и фамилия)$/],
  ['formatted', /^(клиент|контактное лицо|наименование|полное имя контакта|(фио|имя) клиента)$/],
  ['organisation', /^(company|organi[sz]ation|org|o|организация|компания|фирма|название компании)( name)?$/],
  ['note', /^(notes?|comments?|description|заметк[аи]|примечани[ея]|комментари[ий]|описание)$/],
  ['other', /fax|facsimile|факс/, 'FAX'],
  ['other', /pager|пейджер|telex|телекс|телетайп|tty|isdn/],
  ['other', /почтов/, 'ADR'],
  ['other', /mail|почт/, 'EMAIL'],
  ['phone', /phone|mobile|cell|callback|^number$|^tel( |$)|телефон|^тел( |$)|мобильн|сотов|обратный вызов/],
  ['other', /birth|рожд/, 'BDAY', '-'],
  ['other', /anniversary|годовщина/, 'ANNIVERSARY', '-'],
  ['other', /nick|псевдоним|прозвище/, 'NICKNAME'],
  ['other', /prefix|suffix|обращение|суффикс/],
  ['other', /title|occupation|должность|role|profession|профессия/, 'TITLE'],
  ['other', /department|отдел|^(ou|org unit)$/],
  ['other', /web|url|сайт/, 'URL'],
  ['other', /address|адрес|street|улица|city|город|state|област|zip|postal|индекс/, 'ADR'],
  ['other', /country|страна|region|locality|box|ящик|location|office|^(l|st|c)$/, 'ADR'],
  ['other', /file as|group membership|categories|категории|^labels$|yomi|phonetic|screen name|^im\b/],
  ['other', /gender|^пол$|hobby|хобби|^(language|язык|keywords|ключевые слова|счета?|расположение)$/],
];

/** What a heading says of its column; null if it says nothing known. */
export function roleOf(heading: string): Role | null {
  return ruleOf(heading)?.[0] ?? null;
}

const HEADINGS_MAX = 500;
const rules = new Map<string, Rule | undefined>();

function ruleOf(heading: string): Rule | undefined {
  if (rules.has(heading)) return rules.get(heading);
  const plain = normaliseText(heading.replace(/\d+/g, ' ').replace(/ value$/i, ''));
  const rule = RULES.find(([, pattern]) => pattern.test(plain));
  if (rules.size < HEADINGS_MAX) rules.set(heading, rule);
  return rule;
}

/** Values by which programs say that there is none. */
const NOTHING = /^(0+[./-]0+[./-]0+|unspecified|не указан|\* ?mycontacts)$/i;

/** Labels that programs offer; people also write their own. */
const OFFERED =
  /^\*? ?(home|work|mobile|main|other|(home|work) fax|fax|pager|profile|smtp|ex|internet|домашний|рабочий|мобильный|основной|другой)?$/i;

/** A person of an address book. `chosen` says what stands in columns whose headings are not known. */
export function toPersonRecord(cells: readonly Cell[], chosen: ChosenRoles = new Map()): PersonRecord {
  const values = new Map<Role, string[]>();
  const others = new Map<string, string[]>();
  for (const { heading, value } of cells) {
    const [known, pattern, label = heading] = ruleOf(heading) ?? [];
    const role = known ?? chosen.get(heading) ?? 'other';
    const parts = partsOf(value).filter(part => pattern !== LABEL || !OFFERED.test(part));
    if (role === 'other') addOther(others, label, parts);
    else values.set(role, [...(values.get(role) ?? []), ...parts]);
  }
  const joined = (role: Role, glue: string) => [...new Set(values.get(role))].join(glue);
  return {
    family: joined('family', ' '),
    given: joined('given', ' '),
    additional: joined('additional', ' '),
    formatted: joined('formatted', '\n'),
    organisation: joined('organisation', ', '),
    note: joined('note', '\n'),
    phones: phonesOf(values.get('phone') ?? []),
    others: [...others].map(([name, parts]) => ({ name, value: parts.join(glueOf(cells, name)) })),
  };
}

/** Google writes several values of one label into one cell. */
function partsOf(value: string): string[] {
  const parts = value.split(' ::: ').map(part => part.trim());
  return parts.filter(part => part !== '' && !NOTHING.test(part));
}

function addOther(others: Map<string, string[]>, name: string, parts: readonly string[]): void {
  const before = others.get(name) ?? [];
  const isKnown = (part: string) =>
    before.some(known => known === part || (name === 'ADR' && holds(known, part)));
  const fresh = parts.filter(part => !isKnown(part));
  if (fresh.length > 0) others.set(name, [...before, ...fresh]);
}

/** Whether the words of a part of an address stand in a whole one, which has a column of its own. */
function holds(whole: string, part: string): boolean {
  return /\p{L}/u.test(part) && ` ${normaliseText(whole)} `.includes(` ${normaliseText(part)} `);
}

function glueOf(cells: readonly Cell[], name: string): string {
  const rule = cells.map(({ heading }) => ruleOf(heading)).find(each => each?.[2] === name);
  return rule?.[3] ?? ', ';
}

/** The preferred ones, which Google marks with an asterisk, first. */
function phonesOf(written: readonly string[]): string[] {
  const isPreferred = (phone: string) => phone.startsWith('* ');
  const inOrder = [...written.filter(isPreferred), ...written.filter(phone => !isPreferred(phone))];
  return [...new Set(inOrder.map(phone => phone.replace(/^\* /, '')))];
}
