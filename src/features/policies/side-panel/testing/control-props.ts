import type { Fact } from '#domain/policy/facts.ts';
import type { UsedField } from './used-sources.ts';

/** What the control of one fact is given; undefined = not known. */
export type ControlProps = {
  field: UsedField;
  fact: Fact | undefined;
  change: (fact: Fact | undefined) => void;
};
