/** One thing told in passing. Without a type it is information. */
export type Notice = { type?: 'success' | 'info' | 'warning' | 'error'; title: string; message: string };
