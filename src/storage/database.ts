import Dexie from 'dexie';
import { holdDatabaseLock } from './database-lock.ts';

/** A database of this device. */
export class Database extends Dexie {
  override open() {
    return holdDatabaseLock(this.name, super.open());
  }
}

/** Resolves once nobody has it open any more and it is gone. */
export function deleteDatabase(name: string): PromiseLike<void> {
  return holdDatabaseLock(name, Dexie.delete(name));
}
