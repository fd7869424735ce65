/** Tells whether the browser has a date input of its own; a port, so that a test can say no. */
export type HasDateInput = () => boolean;

/** A browser without one answers that the input is an ordinary text. */
export const browserHasDateInput: HasDateInput = () => {
  const input = document.createElement('input');
  input.setAttribute('type', 'date');
  return input.type === 'date';
};
