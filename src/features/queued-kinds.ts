import type { Kinds } from '#sync/kind.ts';
import { contactKinds } from './contacts/offline/contact-kinds.ts';
import { orderKinds } from './orders/offline/order-kinds.ts';

/** Every kind of queued item by its name. */
export const kinds: Kinds = { ...contactKinds, ...orderKinds };
