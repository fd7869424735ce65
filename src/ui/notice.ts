/** One thing told in passing. Without a type it is information. `action`: one thing that can be done about it. */
export type Notice = {
  type?: 'success' | 'info' | 'warning' | 'error';
  title: string;
  message: string;
  action?: { label: string; onSelect: () => void };
};
