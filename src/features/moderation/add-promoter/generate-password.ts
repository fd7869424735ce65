/** Lower case and digits, so that nobody switches the keyboard for them, and without i l o 0 1, which look alike. */
export const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 59 bits: nobody guesses it over a network. */
export const PASSWORD_LENGTH = 12;

/** The greatest multiple of the alphabet that a byte can hold: what is above it would favour the first letters. */
const FAIR_BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** A password that nobody has thought of, to be read from paper and typed on a phone. */
export function generatePassword(): string {
  let password = '';
  while (password.length < PASSWORD_LENGTH) {
    const [byte = FAIR_BYTE_LIMIT] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BYTE_LIMIT) password += ALPHABET[byte % ALPHABET.length] ?? '';
  }
  return password;
}
