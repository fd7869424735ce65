import { SECOND_MS } from '#kit/clock.ts';
import { mayLeave, type Outgoing } from './allowed.ts';
import { explainSilence, TooLarge } from './silence.ts';

const KIB = 1024;

/** How long one call may take with its whole answer, and how large that may be once it is unpacked. */
export const LIMITS = { callMs: 10 * SECOND_MS, answerBytes: 5 * KIB * KIB };

/** An answer, whatever it says. */
export type Heard = { status: number; ms: number; headers: Headers; text: string };

/** No answer that could be read to its end. */
export type Unheard = { status: null; ms: number; why: string };

/** Sends one request, once, and hears the answer within the limits. */
export type Exchange = (outgoing: Outgoing) => Promise<Heard | Unheard>;

export type ExchangeOptions = {
  origin: string;
  limits?: typeof LIMITS;
  /** A port for tests. */
  fetch?: typeof globalThis.fetch;
};

/** What cannot change anything passes; anything else is a mistake of this program, and stays here. */
export function createExchange({
  origin,
  limits = LIMITS,
  fetch = globalThis.fetch,
}: ExchangeOptions): Exchange {
  return async outgoing => {
    if (!mayLeave(outgoing)) throw new Error(`the probe must not send ${outgoing.method} ${outgoing.path}`);
    const { path, ...init } = outgoing;
    const started = performance.now();
    const passed = () => Math.round(performance.now() - started);
    try {
      // A redirect is an answer: the app follows none, and another host must never see a token.
      const response = await fetch(`${origin}${path}`, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(limits.callMs),
      });
      const text = await readWithin(response, limits.answerBytes);
      return { status: response.status, ms: passed(), headers: response.headers, text };
    } catch (error) {
      return { status: null, ms: passed(), why: explainSilence(error, limits) };
    }
  };
}

async function readWithin({ body }: Response, bytes: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > bytes) throw new TooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
