/** Does the work once for all who ask; a failure is forgotten, so that the next who asks tries anew. */
export function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let doing: Promise<Value> | null = null;
  return () => {
    doing ??= work().catch(error => {
      doing = null;
      throw error;
    });
    return doing;
  };
}
