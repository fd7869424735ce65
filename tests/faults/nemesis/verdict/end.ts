import type { FaultCounts } from '../../figures.ts';
import type { Deed } from '../deeds.ts';
import type { OfficeBooks } from '../office.ts';
import type { SeenDevice } from '../page-outbox.ts';
import type { Passage } from '../wire/wire.ts';

/** What is known of one device when everything is over. */
export type DeviceEnd = {
  name: string;
  deeds: readonly Deed[];
  device: SeenDevice;
  passages: readonly Passage[];
  met: FaultCounts;
  /** When a page or the browser was ended hard. */
  deaths: readonly number[];
  /** From the healing to an empty outbox; null: it never was. */
  toEmptyMs: number | null;
  expiries: number;
};

export type RoundEnd = { keyed: boolean; devices: readonly DeviceEnd[]; books: OfficeBooks };

/** A finding: the figure that it counts in, and words that name the rule. */
export type Finding = { counts: CountedFigure | null; words: string };

export type CountedFigure =
  | 'lost'
  | 'doubledKeyed'
  | 'doubledByUs'
  | 'wrongOrder'
  | 'orphans'
  | 'wrongUser'
  | 'stuck';
