import type { ReactNode } from 'react';

/** One piece of the product in all its states. Each file of `sections/` exports one as `section`. */
export type Section = {
  /** The name of the piece. */
  title: string;
  states: readonly { state: string; content: ReactNode }[];
};
