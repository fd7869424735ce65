import { drainOutbox } from './drain.ts';
import { worker } from './worker.ts';

// A separate script, imported only when there is something to send: it would slow down each offline start.
worker.drainOutbox = drainOutbox;
