import Dexie from 'dexie';
import { lockWhileOpening } from './lock-while-opening.ts';

/** A database of this device. */
export class Database extends Dexie {
  override open() {
    const opened = super.open();
    lockWhileOpening(this.name, opened);
    return opened;
  }
}
