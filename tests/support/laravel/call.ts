import type { Called } from '#tests/support/calls.ts';

/** The generations of the firm's own backend: Laravel 5.4 with Passport 2, Laravel 8 with Passport 10. */
export type Generation = '5.4' | '8';

/** A call of ours, as the one who writes its answer sees it. */
export type Call = {
  generation: Generation;
  /** Name of the endpoint. */
  name: string;
  url: URL;
  /** Body and path of the request. */
  input: Record<string, unknown>;
  /** Which of its forms this answer takes: an endpoint's first call has 0. */
  way: number;
  /** The firm's IANA zone: 5.4 writes wall clock. */
  zone: string;
  /** Phones are kept as they come, and it takes ten digits only. */
  tenDigits: boolean;
  /** Client id → secret: Passport lists it, our server says it once. */
  secrets: Map<string, string>;
};

/** Our own server's answers, which its own tests check. */
export type Json = Called['body'];

/** What PHP echoes in place of JSON: `return true;` is `1`, `return null;` is nothing. */
export class Echo {
  readonly text: string;
  readonly status: number;

  constructor(text: string, status = 200) {
    this.text = text;
    this.status = status;
  }
}
