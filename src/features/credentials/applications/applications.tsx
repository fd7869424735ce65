/** Applications that may act for the user. */
export function Applications() {
  return null;
}
