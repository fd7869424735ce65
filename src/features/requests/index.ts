/** What the orders may know of requests. */

export { NewChip, useChanged } from './new-chip.tsx';
export { RequestDetails } from './request-screen.tsx';
