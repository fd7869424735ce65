import { listenToPages } from './messages.ts';
import { answerPages } from './pages.ts';
import { keepShell } from './precache.ts';
import { wakePagesOnSync } from './sync.ts';
import { worker } from './worker.ts';

keepShell(self.__WB_MANIFEST);
answerPages(worker);
listenToPages(worker);
wakePagesOnSync(worker);
