/** Every endpoint by name: what the server mounts, what /openapi.json lists, what the tests walk. */
import * as contacts from './contacts.ts';
import * as credentials from './credentials.ts';
import type { Command, Endpoint } from './endpoint.ts';
import * as integration from './integration.ts';
import * as moderation from './moderation.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as policies from './policies.ts';
import * as reports from './reports.ts';
import * as requests from './requests.ts';
import * as runtime from './runtime.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as users from './users.ts';
import * as warehouse from './warehouse.ts';

const nouns = {
  ...session,
  ...contacts,
  ...orders,
  ...requests,
  ...moderation,
  ...payments,
  ...reports,
  ...users,
  ...search,
  ...warehouse,
  ...policies,
  ...credentials,
  ...integration,
  ...runtime,
};

type Nouns = typeof nouns;

/** The names of the calls that change something. */
export type CommandName = {
  [Name in keyof Nouns]: Nouns[Name] extends Command ? Name : never;
}[keyof Nouns];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'guard' in value && 'path' in value;
}

/** Name → endpoint, in the order of the specification's chapters. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries<unknown>(nouns).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
