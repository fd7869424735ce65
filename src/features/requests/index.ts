/** What the orders and the moderators' reports may know of requests. */

export { NewChip, useChanged } from './new-chip.tsx';
export { RequestFacts } from './request-facts.tsx';
export { RequestDetails } from './request-screen.tsx';
