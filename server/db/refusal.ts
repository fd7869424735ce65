/** An answer other than success. Thrown inside a transaction it rolls the work back, at the edge it is sent. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function notFound(): Refusal {
  return new Refusal(404, { message: 'Not found.' });
}

export function unauthenticated(): Refusal {
  return new Refusal(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer' });
}

/** A bearer token that stands for nobody (any more); RFC 6750 §3.1. */
export function invalidToken(): Refusal {
  const challenge = 'Bearer error="invalid_token"';
  return new Refusal(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': challenge });
}

/** The user may, the token may not; `scope` is the one that would help. RFC 6750 §3.1. */
export function insufficientScope(scope?: string): Refusal {
  const challenge = `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  return new Refusal(403, { message: 'Invalid scope(s) provided.' }, { 'WWW-Authenticate': challenge });
}

export function unauthorized(): Refusal {
  return new Refusal(403, { message: 'This action is unauthorized.' });
}

/** Messages by field path, as Laravel 5.5 and later send them. */
export function invalid(errors: Record<string, string[]>): Refusal {
  return new Refusal(422, { message: 'The given data was invalid.', errors });
}

/** Nothing was done, and soon it can be. */
export function notNow(message = 'Service Unavailable'): Refusal {
  return new Refusal(503, { message }, { 'Retry-After': '5' });
}

/** Laravel's throttle answer. */
export function tooManyAttempts(limit: number, retryAfterS: number, nowMs: number): Refusal {
  return new Refusal(
    429,
    { message: 'Too Many Attempts.' },
    {
      'Retry-After': String(retryAfterS),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(nowMs / 1000) + retryAfterS),
    },
  );
}

/** The caller knew an older version of the thing than there is now (If-Match). */
export function changedMeanwhile(): Refusal {
  return new Refusal(412, { message: 'It was changed meanwhile.' });
}
