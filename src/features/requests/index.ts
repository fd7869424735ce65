/** What the orders may know of requests. */

export { NewChip } from './new-chip.tsx';
export { RequestDetails, type RequestDetailsProps } from './request-details.tsx';
export { useChanged } from './use-changed.ts';
