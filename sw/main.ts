import { keepConfig } from './config.ts';
import { listenToPages } from './messages.ts';
import { answerPages } from './pages.ts';
import { keepShell } from './precache.ts';
import { drainOnSync } from './sync.ts';
import { worker } from './worker.ts';

const shell = keepShell(worker, self.__WB_MANIFEST);
keepConfig(worker);
answerPages(worker, shell);
listenToPages(worker);
drainOnSync(worker);
