import {
  basaDistrictList,
  basaWorkList,
  pointDistrictList,
  pointWorkList,
  sendOrder as sendEndpoint,
} from '#contract/orders.ts';
import { readReference } from '../commands/reference-rows.ts';
import { sendOrder } from '../commands/send-order.ts';
import { districts, works } from '../db/schema.ts';
import { presentDate } from './present.ts';
import { command, query, type Route } from './route.ts';

export const orderRoutes: Route[] = [
  command(sendEndpoint, async ({ tx, act, input }) => {
    const order = await sendOrder(tx, act, input);
    return { ...order, created_at: presentDate(order.created_at) };
  }),

  query(basaDistrictList, async ({ deps }) => ({ list: await readReference(deps.db, districts, 'basa') })),
  query(basaWorkList, async ({ deps }) => ({ list: await readReference(deps.db, works, 'basa') })),
  query(pointDistrictList, async ({ deps }) => ({ list: await readReference(deps.db, districts, 'point') })),
  query(pointWorkList, async ({ deps }) => ({ list: await readReference(deps.db, works, 'point') })),
];
