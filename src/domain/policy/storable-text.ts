/** Whether a database stores a text as it is: none stores NUL, and half of a pair of UTF-16 is no letter. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
