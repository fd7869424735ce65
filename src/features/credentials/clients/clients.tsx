/** The user's own OAuth clients. */
export function Clients() {
  return null;
}
