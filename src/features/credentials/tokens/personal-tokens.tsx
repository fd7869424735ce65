/** The user's personal tokens. */
export function PersonalTokens() {
  return null;
}
