import Dexie from 'dexie';
import { holdDatabaseLock } from './database-lock.ts';

/** A database of this device. */
export class Database extends Dexie {
  override open() {
    const opened = super.open();
    holdDatabaseLock(this.name, opened);
    return opened;
  }
}

/** Resolves once nobody has it open any more and it is gone. */
export async function deleteDatabase(name: string): Promise<void> {
  const deleted = Dexie.delete(name);
  holdDatabaseLock(name, deleted);
  await deleted;
}
