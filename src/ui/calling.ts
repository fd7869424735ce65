import { createContext } from 'react';

/** Whom a call button calls; `contact` is '' when it is nobody of the book. */
export type Calling = { contact: string; name: string; phone: string };

/** Keeps that a call is being made, before the dialer opens. Without one, the buttons only call. */
export const CallRecorder = createContext<((calling: Calling) => Promise<unknown>) | null>(null);
