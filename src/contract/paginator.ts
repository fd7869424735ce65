import * as v from 'valibot';
import { hint, lenient } from './wire.ts';

/** One entry of the row of page links that Laravel sends from its version 8 on; nobody here follows them. */
const PageLink = v.object({
  url: v.nullable(v.string()),
  label: v.string(),
  active: v.boolean(),
});

/** Laravel's LengthAwarePaginator bare, its fields in the order in which it sends them: the rows are `data`. */
export function paginator<Item extends v.GenericSchema>(item: Item) {
  const address = lenient(v.nullable(v.string()));
  return v.pipe(
    v.object({
      current_page: v.number(),
      data: v.array(item),
      first_page_url: address,
      from: v.nullable(v.number()),
      last_page: v.number(),
      last_page_url: address,
      links: lenient(v.array(PageLink)),
      next_page_url: v.nullable(v.string()),
      path: address,
      per_page: v.number(),
      prev_page_url: v.nullable(v.string()),
      to: v.nullable(v.number()),
      total: v.number(),
    }),
    hint({ wire: 'page' }),
  );
}
