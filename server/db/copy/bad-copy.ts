/** Why a copy cannot be taken, or cannot be put where it was meant to go. */
export type CopyProblem =
  /** No copy of ours at all. */
  | 'foreign'
  /** It ends too early. */
  | 'cut off'
  /** Something in it is not what was written. */
  | 'damaged'
  /** Written by a newer program: its form, or its state of the tables. */
  | 'newer format'
  | 'newer schema'
  /** The place holds a firm already, or tables of somebody else. */
  | 'used'
  | 'foreign tables'
  /** What was written reads back otherwise. */
  | 'not the same';

/** A copy was refused; nothing of it stays. `detail` names the table or the migration. */
export class BadCopy extends Error {
  readonly problem: CopyProblem;
  readonly detail: string;

  constructor(problem: CopyProblem, detail = '', cause?: unknown) {
    super(`${problem}: ${detail}`, { cause });
    this.problem = problem;
    this.detail = detail;
  }
}
