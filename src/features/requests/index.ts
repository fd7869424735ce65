/** What the orders and the moderators' reports may know of requests. */

export { NewChip } from './new-chip.tsx';
export { RequestDetails, type RequestDetailsProps } from './request-details.tsx';
export { RequestFacts, type RequestFactsProps } from './request-facts.tsx';
export { useChanged } from './use-changed.ts';
