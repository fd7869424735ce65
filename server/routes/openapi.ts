import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { BEARERS, type Endpoint, successStatus } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { REFUSALS, refusalsOf } from './http-statuses.ts';
import { isNumericSegment } from './input.ts';

type JsonSchema = Record<string, unknown>;

function schemaOf(schema: v.GenericSchema): JsonSchema {
  // Readings and checks that JSON Schema cannot say are left out; what remains is still true.
  const { $schema: _, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return { ...json };
}

/** `/edit/:id` as OpenAPI writes it: `/edit/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

const segmentsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const { path, query = [], takesIdempotencyKey, revalidates, conditional } = endpoint;
  const segments = segmentsOf(path).map(name => {
    const schema = { type: isNumericSegment(name) ? 'integer' : 'string' };
    return { name, in: 'path', required: true, schema };
  });
  const headers = [
    ...(takesIdempotencyKey ? ['Idempotency-Key'] : []),
    ...(revalidates ? ['If-None-Match'] : []),
    ...(conditional ? ['If-Match'] : []),
  ];
  const optional = (where: string) => (name: string) => {
    return { name, in: where, required: false, schema: { type: 'string' } };
  };
  return [...segments, ...query.map(optional('query')), ...headers.map(optional('header'))];
}

/** Who may call, beyond the guard: programs only where a scope opens the call to them. */
function accessOf({ scope, bearers = BEARERS }: Endpoint): JsonSchema {
  return scope ? { 'x-scope': scope, 'x-bearers': bearers } : { 'x-bearers': ['page'] };
}

function successesOf(endpoint: Endpoint): JsonSchema {
  const status = successStatus(endpoint);
  if (status === 204) return { [status]: { description: 'No Content' } };
  return {
    [status]: {
      description: status === 201 ? 'Created' : 'OK',
      ...(endpoint.revalidates ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
      content: { 'application/json': { schema: schemaOf(endpoint.reply) } },
    },
  };
}

/** The input without what travels in the address. */
function bodyOf({ input, path, query = [] }: Endpoint): JsonSchema {
  const { properties, required, ...rest } = schemaOf(input);
  const elsewhere = new Set([...segmentsOf(path), ...query]);
  const isSent = (name: string) => !elsewhere.has(name);
  const sent = Object.entries({ ...Object(properties) }).filter(([name]) => isSent(name));
  return {
    ...rest,
    properties: Object.fromEntries(sent),
    ...(Array.isArray(required) ? { required: required.filter(isSent) } : {}),
  };
}

function operationOf(name: string, endpoint: Endpoint): JsonSchema {
  const { method, guard, notWhileImpersonating, encoding = 'json' } = endpoint;
  const media = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const open = guard === 'public' || guard === 'client';
  return {
    operationId: name,
    'x-guard': guard,
    ...(open ? {} : accessOf(endpoint)),
    ...(notWhileImpersonating ? { 'x-only-as-oneself': true } : {}),
    security: open ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint),
    ...(method === 'GET' ? {} : { requestBody: { content: { [media]: { schema: bodyOf(endpoint) } } } }),
    responses: {
      ...successesOf(endpoint),
      ...Object.fromEntries(refusalsOf(endpoint).map(status => [status, { description: REFUSALS[status] }])),
    },
  };
}

export function describeApi(): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const template = templateOf(endpoint.path);
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Promo field', version: '1' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
