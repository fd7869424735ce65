/** One policy of the list, in what is said about it. */
export type PolicyRow = {
  readonly id: number;
  readonly name: string;
  readonly state: 'saved' | 'unsaved' | 'new' | 'overtaken' | 'unreadable';
};
