import { createContext } from 'react';

/**
 * Where the shell of a phone has room for a form's buttons: below what scrolls, so that they cover nothing. null where
 * they stand in the form itself.
 */
export const ActionsPlace = createContext<HTMLElement | null>(null);
