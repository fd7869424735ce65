import type { Request } from '#contract/requests.ts';
import type { CurrentUser } from '#contract/session.ts';
import type { ListedUser } from '#contract/users.ts';
import { attributeOf, type Catalogue } from '#domain/policy/catalogue.ts';
import type { Entity, Fact } from '#domain/policy/facts.ts';

/** What the lists of users tell of one; a list of names alone has no more than a name. */
type KnownUser = Pick<ListedUser, 'id' | 'name'> & Partial<ListedUser>;

/** A user as facts. What the list does not tell is left out: it is not known. */
export function userFacts({ id, name, email, roles }: KnownUser, catalogue: Catalogue): Entity {
  const named = roles?.map(role => role.name || idByName(catalogue, ['user', 'role'], role.display_name));
  // One role that cannot be told leaves open which ones there are: «не равно» would hold too easily.
  const role = named?.every(each => each !== undefined) ? named : undefined;
  return known({ id, name, email: email || undefined, role });
}

/** Whoever works here, as facts: the session tells one role, and there may be more. */
export function ownFacts({ id, name, email }: CurrentUser): Entity {
  return { id, name, ...(email && { email }) };
}

type KnownRequest = Request & { report?: { id: number } | null | undefined };

/** A request as facts; `promoter` where it is known whose it is. */
export function requestFacts(request: KnownRequest, catalogue: Catalogue, promoter?: Entity): Entity {
  const { id, fullcode, code_number, type, tofirm, created_at, percent } = request;
  return known({
    id,
    fullcode,
    code_number,
    type,
    tofirm,
    percent,
    paid: PAID[request.paid],
    state: request.state || idByName(catalogue, ['request', 'state'], request.state_name),
    created_at: created_at || undefined,
    report: reportOf(request),
    promoter,
  });
}

/** Paying that is under way has not paid yet, and the other way round. */
const PAID = { 0: false, [-1]: false, 1: true, 2: true } as const;

function reportOf({ report, promo_report_id }: KnownRequest): Entity | null {
  const id = report?.id ?? promo_report_id;
  return id === null ? null : { id };
}

/** The id of a list attribute's value by its name; undefined where the catalogue knows no such name. */
function idByName(catalogue: Catalogue, [type, name]: readonly [string, string], title: string) {
  if (!title) return undefined;
  return attributeOf(catalogue, type, name)?.values.find(value => value.name === title)?.id;
}

function known(entity: Record<string, Fact | undefined>): Entity {
  return Object.fromEntries(Object.entries(entity).filter(([, fact]) => fact !== undefined));
}
