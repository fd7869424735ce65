import type { AdminCommand } from './command.ts';
import { requestAdvance } from './request-advance.ts';

/** Every command of `npm run -s admin`, in the order in which they are listed. */
export const COMMANDS: readonly AdminCommand[] = [requestAdvance];
