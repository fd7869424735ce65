import type { HttpBindings } from '@hono/node-server';

/** What the app knows about a request while it runs; for the log too. */
export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    ip: string;
    route?: string;
    userId?: number;
    impersonatorId?: number;
    /** What the policies said; nothing where they were not asked. */
    policy?: 'allow' | 'deny' | 'replayed';
  };
};
