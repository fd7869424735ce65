/** Whether a database stores a text unchanged: none stores NUL, nor a lone surrogate. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
