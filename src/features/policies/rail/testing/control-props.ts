import type { Fact } from '#domain/policy/facts.ts';
import type { AskedField } from './asked.ts';

/** What the control of one fact is given; undefined = not known. */
export type ControlProps = {
  field: AskedField;
  fact: Fact | undefined;
  change: (fact: Fact | undefined) => void;
};
