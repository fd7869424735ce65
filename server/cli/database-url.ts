import { Client } from 'pg';

/** The address of a database as node-postgres takes it: one host, a database without a slash; `#` would cut it off. */
const ADDRESS = /^postgres(?:ql)?:\/\/[^/?#\s]*(?:\/[^/?#@\s]*)?(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?:\/.*|[\p{L}\p{N}_.:%-]*)$/u;

/** What node-postgres 8.23 reads of an address. All else that PostgreSQL's own programs know it ignores without a word. */
const READ = [
  ...['user', 'password', 'host', 'port', 'options', 'client_encoding', 'replication'],
  ...['application_name', 'fallback_application_name'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
];

/** Names that may be repeated: any other one may be a piece of a password with a bare `?` in it. */
const KNOWN_ELSEWHERE = [
  ...['target_session_attrs', 'load_balance_hosts', 'hostaddr', 'service', 'passfile', 'dbname'],
  ...['channel_binding', 'require_auth', 'requirepeer', 'gssencmode', 'krbsrvname', 'connect_timeout'],
  ...['sslcrl', 'sslcrldir', 'sslpassword', 'sslsni', 'ssl_min_protocol_version', 'ssl_max_protocol_version'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
];

const NEEDED =
  'Нужен один хост: postgres://пользователь:пароль@хост:5432/база. Знаки : / ? # @ % в пароле пишутся как %3A %2F %3F %23 %40 %25';

/** Why the server cannot use that address; undefined where it can. Nothing of the address is repeated: it holds the password. */
export function problemOfDatabaseUrl(text: string): string | undefined {
  if (isSocket(text)) return undefined;
  const parts = ADDRESS.exec(text);
  const target = parts && targetOf(text);
  if (target === 'no file')
    return `файл сертификата или ключа, который назван после «?», нельзя прочитать. ${NEEDED}`;
  if (!target) return `адрес нельзя прочитать. ${NEEDED}`;
  const query = new URLSearchParams(parts.groups?.query);
  if (`${target.host}${query.get('port') ?? ''}`.includes(',')) return `назван не один хост. ${NEEDED}`;
  if (!HOST.test(target.host) || !Number.isInteger(target.port)) return `адрес нельзя прочитать. ${NEEDED}`;
  const ignored = [...query.keys()].filter(name => !READ.includes(name));
  if (ignored.length === 0) return undefined;
  const named = ignored.filter(name => KNOWN_ELSEWHERE.includes(name));
  const which = named.length > 0 ? named.join(', ') : 'параметр после «?»';
  return `не поддерживается ${which}: уберите из адреса. ${NEEDED}`;
}

/** `/run/postgresql база` or `socket:/run/postgresql?db=база`. */
function isSocket(text: string): boolean {
  return /^(?:socket:)?\//.test(text);
}

/** What the driver makes of it, without connecting; undefined for what it cannot read: ERR_INVALID_URL, a broken %. */
function targetOf(text: string): { host: string; port: number } | 'no file' | undefined {
  try {
    return new Client({ connectionString: text });
  } catch (cause) {
    // It reads `sslrootcert`, `sslcert` and `sslkey` at once.
    return cause instanceof Error && 'syscall' in cause ? 'no file' : undefined;
  }
}
