/** What no client of ours would send: values, fields and whole bodies. */
import fc from 'fast-check';

/** A piece of JSON as it stands on the wire, where no value of JavaScript would be written so. */
export type Verbatim = { verbatim: string };

const verbatim = (text: string): Verbatim => ({ verbatim: text });
const nested = (open: string, middle: string, close: string, levels: number) =>
  verbatim(open.repeat(levels) + middle + close.repeat(levels));
const words = (text: string) => text.trim().split(/\s+/);

const NUMBERS: unknown[] = [
  ...[0, -1, 1.5, 0.1 + 0.2, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER, 1e21, 1e308, 5e-324, 999_999_999],
  ...words('-0 1e400 -1e400 1e-400 9007199254740993 9223372036854775808').map(verbatim),
  verbatim(`1${'0'.repeat(400)}`),
];

const TEXTS: unknown[] = [
  ...['', ' ', '0', '-1', '1e3', 'NaN', 'Infinity', '1,5', '١٢', '0x10', '9'.repeat(40), '12345678.999'],
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202eabc', 'İ', 'ß', 'é'.normalize('NFD')],
  // Cyrillic letters that look like Latin ones.
  ...['аdmin', 'аll', 'рaid', 'іd', 'all\u200b', 'ALL'],
  ...["' or 1=1 --", "'; drop table users; --", '\\', '%', '_', '$1', '?', '{{7*7}}', '%00', '%s%n'],
  ...words('<script>alert(1)</script> javascript:alert(1) ../../etc/passwd http://127.0.0.1:1/'),
  ...['\r\nX: y', '[object Object]', '(a+)+$', '[', '*'],
  ...words('0000-01-01 9999-12-31 2026-02-30 +275760-09-13 10000-01-01 -000001-01-01 2026-11-20T25:00'),
  ...words('constructor __proto__ toString hasOwnProperty null undefined true'),
  ...['х'.repeat(300), '😀'.repeat(300), 'x'.repeat(5000), `${'a'.repeat(300)}@x.example`],
];

const SHAPES: unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], [{}], { id: 1 }, { length: -1 }, { 0: 'a', length: 1 }],
  ...[{ toString: 1 }, { toJSON: 'x' }, Array.from({ length: 300 }, (_, at) => at)],
  ...words('{"then":1} {"__proto__":{"id":1}} {"constructor":{"prototype":{"id":1}}} {"a":1,"a":2}').map(
    verbatim,
  ),
  ...[nested('[', '', ']', 40), nested('{"a":', '1', '}', 60), nested('[', '', ']', 20_000)],
];

export const hostileValue = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...SHAPES),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
);

export const hostileField = fc.oneof(
  fc.constantFrom(...words('__proto__ constructor toString prototype hasOwnProperty valueOf then')),
  fc.constantFrom('id', 'ID', 'user_id', 'role', 'can', '', ' ', 'a.b', '0', 'length', '\u0000', 'іd'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

/** A segment of a path as it stands in the address. */
export const hostileSegment = fc.oneof(
  fc.constantFrom(...words('%2e%2e %2E%2e%2f .. . %00 % %zz %ff %c0%af %ed%a0%80 %252e')),
  fc.constantFrom(...words('0 -1 1e3 1.0 01 +1 %D9%A1 999999999999999 1%20'), '9'.repeat(30)),
  fc.constantFrom(...words("1'-- 1;2 1,2 * %5C %25 _ %F0%9F%98%80 %2F a%2Fb"), '', 'x'.repeat(8000)),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map(text => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))),
);

export const hostileQuery = fc.constantFrom(
  ...words('page=1&page=2 page[]=1 page=%00 page=9e99 page=999999999999999 page=-1 page=%ff page'),
  ...words('id=1 __proto__=1 page=1;page=2 access_token=x &&&=== page=9007199254740991'),
  `a=${'x'.repeat(9000)}`,
);

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );

export type RawBody = { body: Uint8Array<ArrayBuffer>; type: string | undefined; encoding?: string };

const raw = (body: Uint8Array<ArrayBuffer>, type: string | undefined = JSON_TYPE): RawBody => ({
  body,
  type,
});

const NO_OBJECTS = [
  ...words(`{ [] "text" 12 null true {"id":1}{"id":2} {id:1} {'id':1} {"id":1,} {"id":01} {"id":NaN}`),
  ...words('{"id":1e400} {"id":1,"id":"x"} [{"id":1}] <x/> 1e400'),
  ...['\u0000', '{"a":"\ud800"}'],
];
const UPLOAD = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.html"\r\n\r\n<script>\r\n--x--';

/** Bodies that are no JSON object, or not said to be one. */
export const rawBody: fc.Arbitrary<RawBody> = fc.oneof(
  fc.constantFrom(...NO_OBJECTS).map(text => raw(bytes(text))),
  fc.constantFrom(
    raw(bytes([0xef, 0xbb, 0xbf], '{"id":1}')),
    raw(bytes([0xff, 0xfe], '{\0}\0')),
    raw(bytes([0xc0, 0xaf, 0xff, 0xfe])),
    raw(bytes('{"id":"', [0xed, 0xa0, 0x80], '"}')),
    ...['; charset=utf-16', ';charset=windows-1251', ', text/html'].map(more =>
      raw(bytes('{"id":1}'), JSON_TYPE + more),
    ),
    raw(bytes('{"id":1}'), 'text/plain'),
    raw(bytes('{"id":1}'), ''),
    { body: bytes('{"id":1}'), type: undefined },
    raw(bytes('id=1&id[]=2'), FORM),
    raw(bytes('grant_type[]=password&client_id[a]=2'), FORM),
    raw(bytes('grant_type=password&grant_type=refresh_token'), FORM),
    raw(bytes('%00=%ff&%zz=1&__proto__=1&constructor=2'), FORM),
    raw(bytes(UPLOAD), 'multipart/form-data; boundary=x'),
    { ...raw(bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])), encoding: 'gzip' },
    { ...raw(bytes('{"id":1}')), encoding: 'br' },
    raw(bytes(`{"id":"${'x'.repeat(70_000)}"}`)),
    raw(bytes('['.repeat(50_000))),
  ),
  fc.uint8Array({ maxLength: 60 }).map(noise => raw(new Uint8Array(noise))),
);

const odd = fc.string({
  unit: fc.integer({ min: 0x21, max: 0xff }).map(code => String.fromCharCode(code)),
  maxLength: 40,
});
const valuesOf = (...known: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: odd });

/** Heads that tell lies. */
export const hostileHead: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-match': valuesOf(
      ...words('* "1" "0" W/"1" 1 "" "999999999999999"'),
      '"1", "2"',
      `"${'9'.repeat(40)}"`,
    ),
    'if-none-match': valuesOf('*', 'W/"1"', '"', ',,,', 'x'.repeat(5000)),
    'idempotency-key': valuesOf(
      ...[
        'short',
        '"quoted-key-1"',
        'x'.repeat(255),
        'x'.repeat(256),
        '"',
        'a'.repeat(8),
        '\u00e9'.repeat(9),
      ],
    ),
    'x-forwarded-for': valuesOf('1.2.3.4', ',,,', '::1', "1' or 1=1", 'x'.repeat(3000), 'unknown'),
    'x-request-id': valuesOf('a', 'x'.repeat(300), "'; drop table users; --"),
    'x-forwarded-proto': valuesOf('https', 'javascript'),
    origin: valuesOf('null', 'https://evil.example', 'http://'),
    'accept-encoding': valuesOf('gzip', 'identity;q=0', '*;q=0', 'zstd'),
    accept: valuesOf('text/html', '*/*;q=0', 'application/xml'),
    cookie: valuesOf('XSRF-TOKEN=1; laravel_session=2', ';;;='),
    'sec-fetch-site': valuesOf('cross-site', 'same-origin'),
    'x-http-method-override': valuesOf('DELETE', 'GET'),
  },
  { requiredKeys: [] },
);

/** Authorization of nobody. */
export const hostileAuthorization = valuesOf(
  ...['Bearer', 'Bearer  a', 'bearer x', 'Basic Og==', 'Basic !', `Basic ${'QUFB'.repeat(400)}`, 'Digest a'],
  ...['Bearer \u00e9', `Bearer ${'x'.repeat(512)}`, `Bearer ${'x'.repeat(513)}`, "Bearer ' or 1=1"],
  'Basic MjpzZWNyZXQ=',
);
