import fc from 'fast-check';
import { EFFECTS, RULE_COMBINES } from '#contract/policies.ts';
import {
  type Attribute,
  type Catalogue,
  type Method,
  relatedType,
  takesValue,
} from '#domain/policy/catalogue.ts';
import type { Entity, Fact, Facts } from '#domain/policy/facts.ts';
import {
  type CompareValue,
  type ConditionNode,
  emptyNode,
  GROUPS,
  type Group,
  type Policy,
  type Scalar,
} from '#domain/policy/policy.ts';

type Extra = Partial<Pick<Attribute, 'relation'>> & { values?: Readonly<Record<string, string>> };

function attribute(name: string, title: string, type: string, { relation, values }: Extra = {}): Attribute {
  const listed = Object.entries(values ?? {}).map(([id, each]) => ({ id, name: each }));
  return { name, title, type, relation: relation ?? null, values: listed };
}

function method(name: string, title: string, multiple = false): Method {
  return { method: name, title, multiple };
}

const equal = method('equal', 'равно');
const notEqual = method('notEqual', 'не равно');
const between = method('between', 'между', true);

/** The catalogue of the contract, with Russian titles. */
export const sampleCatalogue: Catalogue = {
  sources: {
    user: 'Пользователь',
    request: 'Заявка',
    contact: 'Контакт',
    report: 'Отчет',
    environment: 'Окружение',
  },
  attributes: {
    user: [
      attribute('id', 'ID', 'number'),
      attribute('email', 'E-mail', 'string'),
      attribute('role', 'Роль', 'list', {
        values: { promoter: 'Промоутер', moderator: 'Модератор', admin: 'Администратор' },
      }),
      attribute('created_at', 'Создан', 'datetime'),
      attribute('firm', 'Фирма', 'object'),
    ],
    request: [
      attribute('type', 'Вид', 'list', { values: { basa: 'Линия', point: 'Мастерские' } }),
      attribute('tofirm', 'Сумма фирме', 'number'),
      attribute('paid', 'Оплачена', 'bool'),
      attribute('state', 'Состояние', 'list', {
        values: { new: 'Новая', inWork: 'В работе', done: 'Выполнена' },
      }),
      attribute('created_at', 'Создана', 'datetime'),
      attribute('promoter', 'Промоутер', 'hasOne', { relation: 'user' }),
      attribute('contact', 'Контакт', 'hasOne', { relation: 'App\\Models\\Contact' }),
      attribute('report', 'Отчет', 'hasOne', { relation: 'report' }),
    ],
    contact: [
      attribute('id', 'ID', 'number'),
      attribute('first_name', 'Имя', 'string'),
      attribute('created_at', 'Создан', 'datetime'),
      attribute('owner', 'Владелец', 'hasOne', { relation: 'user' }),
    ],
    report: [
      attribute('closed_at', 'Закрыт', 'datetime'),
      attribute('user', 'Промоутер', 'hasOne', { relation: 'user' }),
    ],
    environment: [
      attribute('time', 'Время', 'datetime'),
      attribute('ip', 'IP-адрес', 'string'),
      attribute('action', 'Действие', 'list', {
        values: { pay: 'Выплата', closeReport: 'Закрытие отчета', savePolicy: 'Сохранение политики' },
      }),
    ],
  },
  comparisons: {
    string: [
      ...[equal, notEqual, method('contains', 'содержит'), method('startsWith', 'начинается с')],
      method('regexp', 'подходит под выражение'),
    ],
    number: [
      ...[equal, notEqual, method('greater', 'больше'), method('greaterOrEqual', 'не меньше')],
      ...[method('less', 'меньше'), method('lessOrEqual', 'не больше'), between],
    ],
    datetime: [method('before', 'раньше'), method('after', 'позже'), between],
    list: [equal, notEqual, method('in', 'входит в', true), method('notIn', 'не входит в', true)],
    bool: [method('isTrue', 'да'), method('isFalse', 'нет')],
    object: [method('isNull', 'пусто'), method('isNotNull', 'не пусто'), method('same', 'тот же')],
    hasOne: [method('exists', 'есть'), method('notExists', 'нет')],
  },
};

/** Texts that databases store, in any script. */
export const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });

const VALUES_OF_TYPE: Readonly<Record<string, fc.Arbitrary<Scalar>>> = {
  number: fc.oneof(fc.integer().map(String), fc.constantFrom('0', '1500.5', '-3')),
  datetime: fc.constantFrom('2026-11-20', '2026-11-20 14:05', '2026-11-20T14:05:30', '09:00', '23:30'),
  string: fc.oneof(anyText, fc.constantFrom('a', 'a.*b', '^x', 'example.com')),
};

/** A value that fits an attribute; null where the method takes none, and sometimes where it is not chosen yet. */
function anyValue(
  { type, values }: Attribute,
  { method: name, multiple }: Method,
): fc.Arbitrary<CompareValue> {
  if (!takesValue(type, name)) return fc.constant(null);
  const one = values.length > 0 ? fc.constantFrom(...values.map(({ id }) => id)) : VALUES_OF_TYPE[type];
  if (!one) return fc.constant(null);
  if (name === 'between') return fc.option(fc.tuple(one, one), { freq: 8 });
  const value: fc.Arbitrary<CompareValue> = multiple ? fc.array(one, { maxLength: 3 }) : one;
  return fc.option(value, { freq: 8 });
}

/** One comparison, in which anything from the attribute on may not be chosen yet. */
function anyLeaf(catalogue: Catalogue, related: fc.Arbitrary<ConditionNode>): fc.Arbitrary<ConditionNode> {
  const leaves = Object.entries(catalogue.attributes).flatMap(([type, attributes]) =>
    attributes.map(each => ({ type, each })),
  );
  return fc.constantFrom(...leaves).chain(({ type, each }) =>
    fc.oneof(
      { weight: 9, arbitrary: anyComparison(catalogue, type, each, related) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(emptyNode(type), emptyNode(null)),
      },
    ),
  );
}

function anyComparison(
  catalogue: Catalogue,
  type: string,
  chosen: Attribute,
  related: fc.Arbitrary<ConditionNode>,
): fc.Arbitrary<ConditionNode> {
  const node = { ...emptyNode(type), attribute: chosen.name, comparisonType: chosen.type };
  const methods = catalogue.comparisons[chosen.type] ?? [];
  const nested = chosen.type === 'hasOne' ? anyRelated(catalogue, node, related) : fc.constant([]);
  return fc.option(fc.constantFrom(...methods), { freq: 8 }).chain(each =>
    fc
      .record({
        relatedModel: nested,
        compareValue: each ? anyValue(chosen, each) : fc.constant(null),
      })
      .map(rest => ({ ...node, comparisonMethod: each?.method ?? null, ...rest })),
  );
}

/** Mostly about the related thing, as the editor makes them. */
function anyRelated(
  catalogue: Catalogue,
  node: ConditionNode,
  related: fc.Arbitrary<ConditionNode>,
): fc.Arbitrary<ConditionNode[]> {
  const own = emptyNode(relatedType(catalogue, node));
  return fc.array(fc.oneof(related, fc.constant(own)), { maxLength: 2 });
}

function anyGroup(children: fc.Arbitrary<ConditionNode>): fc.Arbitrary<ConditionNode> {
  return fc
    .record({ type: fc.constantFrom(...GROUPS), children: fc.array(children, { maxLength: 3 }) })
    .map(({ type, children: nodes }) => ({ ...emptyNode(type), children: nodes }));
}

/** A node of at most so many levels that `readPolicy` takes with this catalogue; it need not be complete. */
export function anyNode(catalogue: Catalogue = sampleCatalogue, levels = 4): fc.Arbitrary<ConditionNode> {
  let node: fc.Arbitrary<ConditionNode> = fc.constantFrom(...GROUPS, null).map(emptyNode);
  for (let level = 1; level < levels; level += 1) {
    const below = node;
    node = fc.oneof(
      { weight: 2, arbitrary: anyLeaf(catalogue, below) },
      { weight: 1, arbitrary: anyGroup(below) },
    );
  }
  return node;
}

/** A policy that `readPolicy` takes with this catalogue: any rules in any order, conditions that may be incomplete. */
export function anyPolicy(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<Policy> {
  const condition = anyNode(catalogue);
  const rule = fc
    .tuple(fc.integer({ min: 1, max: 1000 }), anyText, fc.constantFrom(...EFFECTS), condition)
    .map(([id, name, effect, root]) => ({ id, name, effect, condition: root }));
  const rules = fc.uniqueArray(rule, { maxLength: 4, selector: ({ id }) => id });
  return fc
    .tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      anyText,
      fc.constantFrom(...RULE_COMBINES),
      condition,
      rules,
    )
    .map(([id, name, ruleCombine, target, each]) => ({ id, name, ruleCombine, target, rules: each }));
}

/** A comparison as the editor makes it: its type is the attribute's. */
export function leaf(
  type: string,
  attribute: string | null = null,
  comparisonMethod: string | null = null,
  compareValue: CompareValue = null,
): ConditionNode {
  const known = sampleCatalogue.attributes[type]?.find(({ name }) => name === attribute);
  const comparisonType = known?.type ?? null;
  return { ...emptyNode(type), attribute, comparisonType, comparisonMethod, compareValue };
}

/** A group of these nodes. */
export function group(type: Group, ...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode(type), children };
}

/** Facts that meet the values of `anyPolicy` often enough to be equal to them. */
const FACTS_OF_TYPE: Readonly<Record<string, fc.Arbitrary<Fact>>> = {
  string: fc.constantFrom('', 'a', 'ab', 'x', 'user@example.com', 'я'),
  number: fc.constantFrom<Fact>(0, -3, 1500.5, '1500.5', 7),
  datetime: fc.constantFrom(
    ...['2026-11-20 00:00:00', '2026-11-20 14:05:00', '2026-11-20 14:05:30'],
    ...['2026-11-21 23:59:59', '2025-01-01 09:00:00', '2026-11-20 23:45:00'],
  ),
  bool: fc.constantFrom<Fact>(true, false, 1, '0'),
  object: fc.constant<Fact>({ id: 1 }),
};

function factOf(
  catalogue: Catalogue,
  type: string,
  attribute: Attribute,
  levels: number,
): fc.Arbitrary<Fact> {
  if (attribute.type === 'hasOne') {
    const relation = relatedType(catalogue, { type, attribute: attribute.name });
    return relation === null || levels === 0 ? fc.constant(null) : entityOf(catalogue, relation, levels - 1);
  }
  if (attribute.values.length === 0) return FACTS_OF_TYPE[attribute.type] ?? fc.constant(null);
  const ids = attribute.values.map(({ id }) => id);
  return fc.oneof(fc.constantFrom(...ids), fc.subarray(ids));
}

/** A thing of which some attributes are not known, and some known to be empty. */
function entityOf(catalogue: Catalogue, type: string, levels: number): fc.Arbitrary<Entity> {
  const attributes = (catalogue.attributes[type] ?? []).map(attribute => {
    const fact = factOf(catalogue, type, attribute, levels);
    const maybe = fc.oneof(
      { weight: 6, arbitrary: fact },
      { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
    );
    return [attribute.name, maybe] as const;
  });
  return fc.record<Record<string, Fact | undefined>>(Object.fromEntries(attributes));
}

/** Facts of the catalogue's types; a source may be out of question. */
export function anyFacts(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<Facts> {
  const sources = Object.keys(catalogue.attributes).map(
    type => [type, fc.option(entityOf(catalogue, type, 2), { nil: undefined, freq: 8 })] as const,
  );
  return fc.record<Record<string, Entity | undefined>>(Object.fromEntries(sources));
}

/** Facts of any type under the catalogue's names, things within themselves among them. */
export function anyWildFacts(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<Facts> {
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean());
  const fact = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constantFrom('self', null, undefined));
  const attributes = Object.values(catalogue.attributes).flat();
  const flat = fc.record(Object.fromEntries(attributes.map(({ name }) => [name, fact])));
  return flat.map(values => {
    const thing: Record<string, Fact | undefined> = {};
    for (const [name, value] of Object.entries(values)) thing[name] = value === 'self' ? thing : value;
    return Object.fromEntries(Object.keys(catalogue.attributes).map(type => [type, thing]));
  });
}

/** Whether the one who calls has that role. */
export const hasRole = (role: string) => leaf('user', 'role', 'equal', role);

/** A policy of one rule; its target is empty and holds always. */
export function samplePolicy(id: number, change: Partial<Policy> = {}): Policy {
  const condition = group('allOf', hasRole('promoter'));
  return {
    id,
    name: `Политика ${id}`,
    ruleCombine: 'allowIfOneAllowed',
    target: group('allOf'),
    rules: [{ id: 1, name: 'Промоутеры', effect: 'allow', condition }],
    ...change,
  };
}

/** A tree of so many levels, one node in each. */
export function chain(levels: number): ConditionNode {
  return Array.from({ length: levels - 1 }).reduce<ConditionNode>(
    inner => group('allOf', inner),
    group('allOf'),
  );
}

/** A tree of so many nodes in two levels. */
export const fan = (nodes: number) => group('anyOf', ...Array(nodes - 1).fill(hasRole('admin')));
