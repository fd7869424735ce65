/**
 * One thing told in passing. Without a type it is information. `action`: one thing that can be done about it. `about`: the
 * thing that it concerns, e.g. the id of an entry; what is told of it next takes its place.
 */
export type Notice = {
  type?: 'success' | 'info' | 'warning' | 'error';
  title: string;
  message: string;
  about?: string;
  action?: { label: string; onSelect: () => void };
};
