/** The one door through which everything leaves and comes back. */
import { obtainToken } from '#contract/session.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { READINGS } from './calls.ts';
import type { Heard } from './read-answer.ts';

const MIB = 1024 * 1024;

/** How long one call may take with its whole answer, and how large that may be once it is unpacked. */
export const LIMITS = { callMs: 10 * SECOND_MS, answerBytes: 5 * MIB };

/** One HTTP request as it leaves; `path` is with its query. */
export type Outgoing = {
  method: 'GET' | 'POST' | 'OPTIONS';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

/** With a login, tokens are made; with a refresh, one is spent. A code of somebody's authorization is never exchanged. */
const GRANTS = new Set(['password', 'refresh_token']);

/** Whether a request may leave at all: it reads, signs in, or asks as a browser does whether it might (preflight). */
export function mayLeave({ method, path, body }: Outgoing): boolean {
  const isToken = path === obtainToken.path;
  if (method === 'OPTIONS') return body === undefined && (isToken || isReading(path));
  if (method === 'POST' && isToken) return GRANTS.has(new URLSearchParams(body).get('grant_type') ?? '');
  return isReading(path, method) && (method === 'POST' || body === undefined);
}

function isReading(path: string, method?: string): boolean {
  return Object.values(READINGS).some(known => {
    const pattern = new RegExp(`^${known.path.replace(/:\w+/g, '[^/?#]+')}(\\?[^#]*)?$`);
    return pattern.test(path) && (method === undefined || known.method === method);
  });
}

/** Sends one request, once, and hears the answer within the limits; without `status`, none could be read to its end. */
export type Exchange = (outgoing: Outgoing) => Promise<Heard | { status: null; ms: number; why: string }>;

/** What cannot change anything passes; anything else is a mistake of this program, and stays here. `fetch`: for tests. */
export function createExchange(origin: string, limits = LIMITS, fetch = globalThis.fetch): Exchange {
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

/** An answer that goes on beyond all measure. */
class TooLarge extends Error {}

/** What Node calls it → what whoever runs the firm can do about it. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'в соединении отказано: по этому адресу и порту никто не отвечает',
  ENOTFOUND: 'такого имени нет в DNS',
  EAI_AGAIN: 'DNS не отвечает: проверьте сеть',
  EHOSTUNREACH: 'до узла нет пути в сети',
  ENETUNREACH: 'до узла нет пути в сети',
  ETIMEDOUT: 'соединение не устанавливается: узел молчит',
  UND_ERR_CONNECT_TIMEOUT: 'соединение не устанавливается: узел молчит',
  ECONNRESET: 'соединение оборвано',
  UND_ERR_SOCKET: 'соединение оборвано',
  UND_ERR_HEADERS_OVERFLOW: 'заголовки ответа слишком велики',
  CERT_HAS_EXPIRED: 'срок сертификата TLS истек: браузер его тоже не примет, продлите сертификат',
  CERT_NOT_YET_VALID: 'сертификат TLS еще не действует: проверьте часы этой машины и сертификат',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'сертификат TLS самоподписанный: нужен сертификат, которому доверяют браузеры (свой центр — NODE_EXTRA_CA_CERTS)',
  SELF_SIGNED_CERT_IN_CHAIN:
    'сертификат TLS выдан неизвестным центром: задайте его файлом NODE_EXTRA_CA_CERTS и установите на телефоны',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'сервер не прислал промежуточный сертификат TLS (или центр неизвестен): в настройке сервера нужна вся цепочка',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'сертификат TLS выдан неизвестным центром: задайте его файлом NODE_EXTRA_CA_CERTS и установите на телефоны',
  ERR_TLS_CERT_ALTNAME_INVALID: 'сертификат TLS выдан на другое имя: проверьте адрес',
  ERR_SSL_WRONG_VERSION_NUMBER: 'на этом порту нет TLS: может быть, нужен http:// или другой порт',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'сервер знает только устаревшие версии TLS',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'сервер знает только устаревшие версии TLS',
  EPROTO: 'TLS не договорился: проверьте порт и версию TLS на сервере',
};

/** Why there was no answer, in words for people; what was sent and received is not in them. */
function explainSilence(error: unknown, limits: typeof LIMITS): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'TimeoutError') return `нет ответа за ${limits.callMs / SECOND_MS} с`;
  if (error instanceof TooLarge) return `ответ больше ${limits.answerBytes / MIB} МиБ, дальше не читался`;
  const code = codeOf(error);
  const words = WORDS[code];
  if (words) return `${words} (${code})`;
  return code.startsWith('HPE_') ? `это не HTTP (${code})` : `ошибка сети (${code || 'без кода'})`;
}

/** Fetch wraps what went wrong, sometimes twice; of several addresses that were tried, the first counts. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
