import type { Page } from 'playwright-core';

/** A thing that a promoter saves in the field. `marker` is in it and in nothing else on the server. */
export type Thing = { kind: 'contact.create' | 'order.create'; marker: string };

/** A way to keep and to send what was saved, as the nemesis drives it: our outbox, or one that it is compared with. */
export type Contender = {
  name: string;
  /** A folder of files that the wire serves in front of the server; null: the server's own page. */
  files: string | null;
  /** The page's address below the origin. */
  path: string;
  /** Signs in on a page that was opened with a network, and waits until everything is on the device. */
  prepare(page: Page, email: string): Promise<void>;
  /** Makes a page usable that was opened after `prepare`: after a crash, or as another tab; also without a network. */
  meet(page: Page): Promise<void>;
  /** Saves a thing. Resolves when the user would have been told that it is kept. */
  save(page: Page, thing: Thing): Promise<void>;
  /** There is a network again, and the browser says so. */
  nudge(page: Page): Promise<void>;
  /** How much is kept and neither sent nor given up. */
  waiting(page: Page): Promise<number>;
};
