/** The result of something that is expected to fail at times; unexpected errors are thrown. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

/** Wraps a success. */
export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

/** Wraps an expected failure. */
export function failure<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
