import { drainOnSync } from './background-sync.ts';
import { cacheConfigOnInstall } from './config.ts';
import { skipWaitingOnRequest } from './messages.ts';
import { precacheShell } from './precache.ts';
import { registerRoutes } from './routes.ts';
import { worker } from './worker.ts';

const shell = precacheShell(worker, self.__WB_MANIFEST);
cacheConfigOnInstall(worker);
registerRoutes(worker, shell);
skipWaitingOnRequest(worker);
drainOnSync(worker);
