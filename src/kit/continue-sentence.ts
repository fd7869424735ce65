/**
 * A sentence in the form in which it follows a colon; leading abbreviations keep their capitals: «НДС
 * обязателен».
 */
export function continueSentence(sentence: string): string {
  return sentence.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, letter => letter.toLowerCase());
}
