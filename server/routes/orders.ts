import {
  basaDistrictList,
  basaWorkList,
  pointDistrictList,
  pointWorkList,
  sendOrder as sendEndpoint,
} from '#contract/orders.ts';
import { readReference } from '../commands/reference-rows.ts';
import { drawOrder, explainOrder, makeOrder } from '../commands/send-order.ts';
import { districts, works } from '../db/schema.ts';
import { presentOrder } from './present.ts';
import { command, query, type Route } from './route.ts';

export const orderRoutes: Route[] = [
  command(sendEndpoint, async ({ tx, act, input }) => presentOrder(await explainOrder(tx, act, input)), {
    draw: drawOrder,
    make: makeOrder,
    present: presentOrder,
  }),

  query(basaDistrictList, async ({ deps }) => ({ list: await readReference(deps.db, districts, 'basa') })),
  query(basaWorkList, async ({ deps }) => ({ list: await readReference(deps.db, works, 'basa') })),
  query(pointDistrictList, async ({ deps }) => ({ list: await readReference(deps.db, districts, 'point') })),
  query(pointWorkList, async ({ deps }) => ({ list: await readReference(deps.db, works, 'point') })),
];
