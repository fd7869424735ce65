import { drainOutbox } from './drain.ts';
import { worker } from './worker.ts';

// A script of its own, which the worker loads when there is something to send: it would slow down each offline start.
worker.drainOutbox = drainOutbox;
