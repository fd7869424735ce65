import { mutantsOf } from '../mutant.ts';

/** Mutants of what an answer proves. */
export const provingMutants = [
  ...mutantsOf('src/sync/verdict.ts', [
    [
      'S11',
      'a 401 refuses',
      ["    case 'unauthenticated':\n    case 'throttled':", "    case 'throttled':"],
      ["    case 'refused':\n", "    case 'refused':\n    case 'unauthenticated':\n"],
    ],
    [
      'S11',
      'a 429 refuses',
      ["    case 'throttled':\n", ''],
      ["    case 'refused':\n", "    case 'refused':\n    case 'throttled':\n"],
    ],
    [
      'S11',
      'a 503 refuses',
      ["    case 'unavailable':\n", ''],
      ["    case 'refused':\n", "    case 'refused':\n    case 'unavailable':\n"],
    ],
    ['S11', 'a 500 refuses', ["    case 'refused':\n", "    case 'refused':\n    case 'server':\n"]],
    ['S11', 'a portal refuses', ["    case 'refused':\n", "    case 'refused':\n    case 'foreign':\n"]],
    ['S11 S17', 'no answer refuses', ["    case 'refused':\n", "    case 'refused':\n    case 'offline':\n"]],
    ['S11 S21', 'a timeout refuses', ["    case 'refused':\n", "    case 'refused':\n    case 'timeout':\n"]],
    [
      'S11',
      'a 500 proves that nothing happened',
      [
        "    case 'unauthenticated':\n    case 'throttled':",
        "    case 'server':\n    case 'unauthenticated':\n    case 'throttled':",
      ],
    ],
    [
      'S11',
      'a portal proves that nothing happened',
      [
        "    case 'unauthenticated':\n    case 'throttled':",
        "    case 'foreign':\n    case 'unauthenticated':\n    case 'throttled':",
      ],
    ],
    [
      'S11',
      'no answer proves that nothing happened',
      [
        "    case 'unauthenticated':\n    case 'throttled':",
        "    case 'offline':\n    case 'unauthenticated':\n    case 'throttled':",
      ],
    ],
    [
      'S11',
      'a refusal proves nothing',
      ["    case 'refused':\n      return 'refused';", "    case 'refused':\n      return 'unknown';"],
    ],
    [
      'S17',
      'a lost connection stops the pass',
      [
        "return kind === 'throttled' || kind === 'unavailable'",
        "return kind === 'offline' || kind === 'throttled' || kind === 'unavailable'",
      ],
    ],
    ['S26', 'a pass goes on after the session has ended', [" || kind === 'unauthenticated';", ';']],
  ]),
  ...mutantsOf('src/api/transport.ts', [
    [
      'S11',
      'any 2xx is done',
      [
        'if (body === undefined && !empty) return failure(',
        "if (body === undefined && !empty) return success({ value: { id: null, fullcode: '' }, status, keyStatus: '', tag: '' });\n  if (body === undefined && !empty) return failure(",
      ],
    ],
    [
      'S11',
      'a 2xx without the id is done',
      ['const refusal = refusalIn(endpoint, body);', 'const refusal = null;'],
      [
        'if (!read.success) return failure(',
        "if (!read.success) return success({ value: { id: null, fullcode: '' }, status, keyStatus: '', tag: '' });\n  if (!read.success) return failure(",
      ],
    ],
    [
      'S11',
      'a 2xx without the id proves nothing',
      ['const refusal = refusalIn(endpoint, body);', 'const refusal = null;'],
    ],
    [
      'S11',
      'the schema of an answer is not looked at',
      [
        'if (!read.success) return failure(',
        "if (!read.success) return success({ value: body, status, keyStatus: '', tag: '' });\n  if (!read.success) return failure(",
      ],
    ],
    [
      'S11',
      'the content type is not looked at',
      ["  if (!/\\bjson\\b/i.test(String(headers['content-type'] ?? ''))) return undefined;\n", ''],
    ],
    ['S11', 'HTML passes for a short success', ['!/^([<{[]|"?error|false)/i', '!/^([{[]|"?error|false)/i']],
    ['S11', 'a redirect is followed', ["redirect: 'error', ", '']],
    ['S30', 'the browser may keep answers', [", cache: 'no-store' }", ' }']],
    [
      'S21',
      'a request may hang for ever',
      ['timeout: options.timeoutMs ?? REQUEST_TIMEOUT_MS', 'timeout: options.timeoutMs ?? 0'],
    ],
    [
      'S13',
      'no Idempotency-Key is sent',
      ["    ...(key && sendsKeys ? { 'Idempotency-Key': key } : {}),\n", ''],
    ],
    [
      'S11',
      'a key still in progress is a refusal',
      ["  if (status === 409 && retryAfterMs !== null) return 'server';\n", ''],
    ],
    ['S11', 'a 408 is a refusal', ['status >= 500 || status === 408 ||', 'status >= 500 ||']],
    ['S11', 'a 425 is a refusal', ['if (status === 503 || status === 425)', 'if (status === 503)']],
    ['S11', 'a 503 is any 5xx', ['if (status === 503 || status === 425)', 'if (status === 425)']],
    ['S25 S11', 'a 401 is a refusal', ["  if (status === 401) return 'unauthenticated';\n", '']],
    [
      'S11',
      'an error without our JSON is our API’s',
      ["  if (body === undefined) return failure(problem('foreign', { status }));\n", ''],
    ],
    [
      'S23',
      'Retry-After is not read as seconds',
      ['if (/^\\d+$/.test(text)) return Number(text) * SECOND_MS;', 'if (/^\\d+$/.test(text)) return 0;'],
    ],
    [
      'S11',
      'an untagged 304 counts',
      ["return told !== '' && opaque(told) === opaque(asked);", 'return told !== asked || told === asked;'],
    ],
  ]),
  ...mutantsOf('src/sync/backoff.ts', [
    [
      'S23',
      'back-off without a cap',
      [
        'Math.min(RETRY_CAP_MS, RETRY_FLOOR_MS * 2 ** Math.min(failures, 20))',
        'RETRY_FLOOR_MS * 2 ** Math.min(failures, 20)',
      ],
    ],
    ['S23', 'back-off without jitter', ['random() * ceiling', 'ceiling']],
    ['S23', 'back-off does not grow', ['2 ** Math.min(failures, 20)', '2']],
    ['S23', 'Retry-After is ignored', ['(retryAfterMs ?? 0) + random() * ceiling', 'random() * ceiling']],
    [
      'S23',
      'Retry-After without a cap',
      [
        'Math.min(RETRY_CAP_MS, (retryAfterMs ?? 0) + random() * ceiling)',
        '(retryAfterMs ?? 0) + random() * ceiling',
      ],
    ],
    [
      'S23',
      'whoever was sent away comes back with everybody else',
      ['(retryAfterMs ?? 0) + random() * ceiling', 'Math.max(retryAfterMs ?? 0, random() * ceiling)'],
    ],
    ['S5', 'a time beyond every back-off is waited for', [' || nextAt - now > RETRY_CAP_MS', '']],
    [
      'S13',
      'the settle time is zero',
      ['export const SETTLE_MS = 2 * MINUTE_MS;', 'export const SETTLE_MS = 0 * MINUTE_MS;'],
    ],
  ]),
];
