/** What a contact's own page may know of orders. */

export { readLastJob } from './offline/last-order.ts';
export { type QueuedOrder, readQueuedOrders } from './offline/order-book.ts';
