import * as v from 'valibot';
import { isRecord } from '#kit/is-record.ts';
import { endpoint } from './endpoint.ts';
import { hint, Id, lenient, list, Text, Word } from './wire.ts';

/** How the rules of a policy combine to its decision. */
export const RULE_COMBINES = ['allowIfAllAllowed', 'allowIfOneAllowed', 'allowIfNotDenied'] as const;
export type RuleCombine = (typeof RULE_COMBINES)[number];

export const EFFECTS = ['allow', 'deny'] as const;
export type Effect = (typeof EFFECTS)[number];

/** One tree of conditions. Its nodes are checked by `readPolicy` (domain/policy), which reads at most 16 levels. */
const Tree = v.pipe(
  // Not v.record: it accepts a list, and would lose its items.
  v.custom<Record<string, unknown>>(isRecord),
  hint<Record<string, unknown>>({ prepare: readTree }),
);

const RuleData = v.object({ id: Id, name: Text, effect: v.picklist(EFFECTS), condition: Tree });

/** A policy as it travels. */
const policyEntries = {
  id: Id,
  name: Text,
  ruleCombine: v.picklist(RULE_COMBINES),
  target: Tree,
  rules: v.pipe(v.array(RuleData), hint<v.InferInput<typeof RuleData>[]>({ prepare: readJsonText })),
};

/**
 * `version` is sent by our server only: returned as If-Match, a save happens only while nobody else has
 * saved.
 */
export const ListedPolicy = v.object({ ...policyEntries, version: lenient(v.number()) });
export type ListedPolicy = v.InferOutput<typeof ListedPolicy>;

/** One of the calls that the editor begins with. */
const editorReading = <Reply extends v.GenericSchema>(path: `/${string}`, title: string, reply: Reply) =>
  endpoint({
    title,
    method: 'GET',
    path,
    guard: 'edit_users',
    notWhileImpersonating: true,
    input: v.object({}),
    reply,
  });

/** All policies, by id. */
export const listPolicies = editorReading(
  '/abac/getPolicies',
  'политики',
  v.pipe(list(ListedPolicy), hint({ wire: 'list', prepare: readPolicies })),
);

/** Data-source type → its title. */
export const listSources = editorReading(
  '/abac/getAllPip',
  'источники данных',
  v.pipe(v.record(v.string(), Text), hint<Record<string, string>>({ prepare: readMap })),
);

const AttributeData = v.object({
  name: v.string(),
  title: v.optional(Text),
  type: v.string(),
  relation: v.optional(v.nullable(v.string())),
  values: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
});

/** Data-source type → its attributes. */
export const listAttributes = editorReading(
  '/abac/getPipsAttributeList',
  'атрибуты',
  v.pipe(
    v.record(v.string(), v.array(AttributeData)),
    hint<Record<string, v.InferInput<typeof AttributeData>[]>>({ prepare: readAttributes }),
  ),
);

const MethodData = v.object({ method: v.string(), title: Text, multiple: v.boolean() });

/** Attribute type → the methods that compare it. */
export const listComparisons = editorReading(
  '/abac/getComparisonList',
  'сравнения',
  v.pipe(
    v.record(v.string(), v.array(MethodData)),
    hint<Record<string, v.InferInput<typeof MethodData>[]>>({ prepare: readMethods }),
  ),
);

/**
 * Stores a policy, whole, under its id. If-Match: "0" asks that there is none yet. Our server answers with the new
 * version; the specification's answer is not used.
 */
export const updatePolicy = endpoint({
  title: 'сохранение политики',
  method: 'POST',
  path: '/abac/updatePolicy',
  guard: 'edit_users',
  notWhileImpersonating: true,
  conditional: true,
  succeedsBy: ['status', 'empty'],
  // A node is two levels of JSON; 16 levels of nodes stand inside policyData, rules, a rule and its condition.
  body: { bytes: 256 * 1024, depth: 48 },
  input: v.object({ policyData: v.object(policyEntries) }),
  reply: v.object({
    status: Word,
    id: lenient(v.nullable(Id)),
    version: lenient(v.number()),
  }),
});

type Raw = Record<string, unknown>;

/**
 * Trees and rules may have been stored, and sent, as JSON text. Any other text is left for the schema to
 * refuse.
 */
function readJsonText(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

/** A missing tree, and PHP's empty list, are a tree in which nothing is chosen. */
function readTree(raw: unknown): unknown {
  const tree = readJsonText(raw) ?? {};
  const isEmpty = tree === '' || (Array.isArray(tree) && tree.length === 0);
  return isEmpty ? {} : tree;
}

function readPolicies(raw: unknown): unknown {
  return isRecord(raw) && typeof raw.policies === 'object' ? raw.policies : raw;
}

/** PHP writes a map without entries as a list; a wrapper holds nothing beside the map. */
function readMap(raw: unknown): unknown {
  if (Array.isArray(raw) && raw.length === 0) return {};
  if (!isRecord(raw)) return raw;
  const [name = '', ...others] = Object.keys(raw);
  const inner = others.length === 0 && (name === 'data' || name === 'list') ? raw[name] : undefined;
  return isRecord(inner) ? inner : raw;
}

function mapEach(raw: unknown, read: (item: Raw) => unknown): unknown {
  const map = readMap(raw);
  if (!isRecord(map)) return map;
  // Object.values takes the items of a list as well; a wrapped list is one item.
  const rows = (each: unknown) =>
    Object.values(each ?? [])
      .flat()
      .map(item => (isRecord(item) ? read(item) : item));
  return Object.fromEntries(Object.entries(map).map(([type, each]) => [type, rows(each)]));
}

function readAttributes(raw: unknown): unknown {
  return mapEach(raw, ({ name, title, type, relation, values }) => ({
    name,
    type,
    title: title ?? undefined,
    relation: relation ?? null,
    values: readValues(values),
  }));
}

/** `["a"]`, `[{id, name}]` and `{id: name}` are the same. */
function readValues(raw: unknown): unknown {
  if (isRecord(raw)) return Object.entries(raw).map(([id, name]) => ({ id, name: String(name) }));
  if (!Array.isArray(raw)) return undefined;
  return raw.map(value =>
    isRecord(value)
      ? { id: String(value.id), name: String(value.name ?? value.id) }
      : { id: String(value), name: String(value) },
  );
}

function readMethods(raw: unknown): unknown {
  return mapEach(raw, method => method);
}
