/** The wrappers in which lists travel. `body` is our server's: its rows are `list` or `data`, its paging stands beside. */
import type { Call, Json } from './call.ts';

type Wrap = (body: Json, call: Call) => Json;

const rowsOf = (body: Json): Json[] => (Array.isArray(body) ? body : (body.list ?? body.data));

export const bare: Wrap = body => rowsOf(body);
export const inList: Wrap = body => ({ list: rowsOf(body) });
export const inData: Wrap = body => ({ data: rowsOf(body) });
export const inReports: Wrap = body => ({ reports: rowsOf(body) });
export const inPolicies: Wrap = body => ({ policies: rowsOf(body) });

/** A PHP array from which `filter` has taken a row is an object; an empty one is a list. */
export const keyed: Wrap = body => {
  const rows = rowsOf(body);
  return rows.length === 0 ? [] : Object.fromEntries(rows.map((row, at) => [at === 0 ? 0 : at + 1, row]));
};

/** `pluck('name', 'id')`. */
export const plucked: Wrap = body => {
  const rows = rowsOf(body);
  return rows.length === 0 ? [] : Object.fromEntries(rows.map(({ id, name }) => [id, name]));
};

/** LengthAwarePaginator, its fields in that generation's order. Behind a proxy it does not know its own address. */
export const paginator: Wrap = (body, { generation, url }) => {
  const { current_page: current, last_page: last, per_page, from, to, total } = body;
  const path = `http://localhost${url.pathname}`;
  const at = (page: number) => `${path}?page=${page}`;
  const previous = current > 1 ? at(current - 1) : null;
  const next = current < last ? at(current + 1) : null;
  const ends = { prev_page_url: previous, to, total };
  const data = rowsOf(body);
  if (generation === '5.4')
    return {
      current_page: current,
      data,
      from,
      last_page: last,
      next_page_url: next,
      path,
      per_page,
      ...ends,
    };
  const link = (address: string | null, label: string) => ({
    url: address,
    label,
    active: label === String(current),
  });
  const pages = Array.from({ length: last }, (_, index) => link(at(index + 1), String(index + 1)));
  const links = [link(previous, 'pagination.previous'), ...pages, link(next, 'pagination.next')];
  const first = { first_page_url: at(1), from, last_page: last, last_page_url: at(last), links };
  return { current_page: current, data, ...first, next_page_url: next, path, per_page, ...ends };
};

export const paginatorInList: Wrap = (body, call) => ({ list: paginator(body, call) });
export const paginatorKeyed: Wrap = (body, call) => ({ ...paginator(body, call), data: keyed(body, call) });

/** A collection of API resources. */
export const resources: Wrap = (body, call) => {
  const { data, first_page_url, last_page_url, prev_page_url, next_page_url, ...meta } = paginator(
    body,
    call,
  );
  const links = { first: first_page_url, last: last_page_url, prev: prev_page_url, next: next_page_url };
  return { data, links, meta };
};
