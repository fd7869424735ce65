import { parseUrl } from '#domain/parse-url.ts';
import { isLoopback, isTimeZone } from '../../environment.ts';
import { type Given, onlyPositional, WrongUsage } from '../command.ts';

/** What is probed, and for whom. */
export type Target = ReturnType<typeof readTarget>;

const EXAMPLE = 'например https://backend.example.ru';

/** Everything that `probe` is given, checked before anything is sent. */
export function readTarget(given: Given) {
  const { options, flags } = given;
  const text = onlyPositional(given, `Не указан адрес сервера, ${EXAMPLE}`);
  const { user, write, zone = 'Europe/Moscow' } = options;
  const pageText = options['page-origin'];
  const target = {
    origin: readOrigin(text, flags.has('insecure')),
    /** Where the front end will be; undefined: not told. */
    pageOrigin: pageText === undefined ? undefined : originOf(pageText, '--page-origin'),
    clientId: options['client-id'] ?? '2',
    secretFile: options['client-secret-file'],
    user,
    /** Whether the refresh token of this login may be spent. */
    refresh: flags.has('refresh'),
    zone,
    /** The file for the runtime configuration. */
    write,
    json: flags.has('json'),
  };
  if (!isTimeZone(zone)) throw new WrongUsage(`--zone ${zone}: нет такого часового пояса`);
  if (user !== undefined && target.secretFile === undefined) {
    throw new WrongUsage('Для входа (--user) нужен секрет клиента: --client-secret-file <файл>');
  }
  if (target.refresh && user === undefined) throw new WrongUsage('--refresh без --user не имеет смысла');
  if (write === undefined) return target;
  if (user === undefined) throw new WrongUsage('--write пишет только проверенное: нужен --user');
  if (pageText === undefined) {
    throw new WrongUsage('--write нужен --page-origin: от него зависят apiOrigin и ключи повтора');
  }
  return target;
}

/** The secret travels in the calls: only where nobody listens, or where whoever asks has said that they may. */
function readOrigin(text: string, isInsecure: boolean): string {
  const origin = originOf(text, 'Адрес');
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, '')) || isInsecure) return origin;
  throw new WrongUsage(
    `${origin}: пароль ушел бы открытым текстом. Нужен https://; если сеть своя, добавьте --insecure`,
  );
}

function originOf(text: string, what: string): string {
  const url = parseUrl(text);
  if (!url) throw new WrongUsage(`${what} ${text}: нужен адрес со схемой, ${EXAMPLE}`);
  const { protocol, username, password, pathname, search, hash, origin } = url;
  if (username !== '' || password !== '')
    throw new WrongUsage(`${what}: имя и пароль в адресе не пишут, для них --user`);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new WrongUsage(`${what} ${text}: нужен https:// или http://`);
  if (pathname !== '/' || search !== '' || hash !== '') {
    throw new WrongUsage(`${what} ${text}: нужен адрес без пути — ${origin}`);
  }
  return origin;
}
