/** A sentence as it goes on after a colon; what begins with capitals stays so: «НДС обязателен». */
export function continueSentence(sentence: string): string {
  return sentence.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, letter => letter.toLowerCase());
}
