/** What the promoter's home may know of the queue. */
export { describeSync } from './sync-status.tsx';
