import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { WAREHOUSE_STAFF } from './guard.ts';
import { STOCK_MODULES } from './warehouse.ts';
import { DateTime, Id, Phone, Roubles, SearchText, Text } from './wire.ts';

/** Code points from which names are looked for; a number is looked for from its first digit. */
export const SEARCH_MIN = 2;

/** How many of a kind are shown at most. */
export const FOUND_MAX = 5;

/** How many of a kind are found at most: one above FOUND_MAX says that there are more. */
export const FOUND_LIMIT = FOUND_MAX + 1;

/** What was found of one kind; the search goes on without a kind that cannot be read. */
const found = <Item extends v.GenericSchema>(item: Item) => v.fallback(v.array(item), []);

const Named = v.object({ id: Id, name: Text });

/**
 * What staff can go to: promoters by words of their name, requests by code and by the name and phone of their client, reports by
 * number, payments by number or sum, users by words of their name or the beginning of their e-mail, documents of the warehouse by
 * the beginning of their code. «отчет 54» finds no other kind. Of each kind at most six, and none where the caller may not open
 * it: its list or, of requests, reports and payments, the very one. The page's alone; ours alone.
 */
export const search = endpoint({
  title: 'поиск',
  method: 'GET',
  path: '/api/search',
  query: ['query'],
  guard: WAREHOUSE_STAFF,
  input: v.object({ query: SearchText }),
  reply: v.object({
    promoters: found(Named),
    /** `name`: whose it is; of several phones the one that was looked for. */
    requests: found(
      v.object({
        ...Named.entries,
        ...{ fullcode: Text, client: Text, phone: Phone, state: Text },
        /** When it was made, and street and house. */
        ...{ date: DateTime, address: Text },
      }),
    ),
    reports: found(Named),
    /** `name`: whom it paid. */
    payments: found(v.object({ ...Named.entries, share: Roubles })),
    users: found(v.object({ ...Named.entries, email: Text })),
    documents: found(v.object({ id: Id, kind: v.picklist(STOCK_MODULES), transfer_code: Text })),
  }),
});
export type SearchAnswer = v.InferOutput<typeof search.reply>;
