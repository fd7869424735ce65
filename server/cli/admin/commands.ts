import { backup } from './backup.ts';
import type { AdminCommand } from './command.ts';
import { doctor } from './doctor.ts';
import { exportData } from './export.ts';
import { importPglite } from './import-pglite.ts';
import { migrateTo } from './migrate-to.ts';
import { probe } from './probe.ts';
import { refImport } from './ref-import.ts';
import { requestAdvance } from './request-advance.ts';
import { restore } from './restore.ts';
import { tokenPurge } from './token-purge.ts';
import { userBlock, userCreate, userGrant, userList, userPasswd } from './user-commands.ts';

/** Every command of `npm run -s admin`, in the order in which they are listed. */
export const COMMANDS: readonly AdminCommand[] = [
  userCreate,
  userPasswd,
  userGrant,
  userBlock,
  userList,
  refImport,
  requestAdvance,
  backup,
  restore,
  migrateTo,
  importPglite,
  exportData,
  tokenPurge,
  doctor,
  probe,
];
