/** The verdict on what was found, as lines for people and as JSON for programs. No value of an answer is in either. */
import type { RuntimeConfig } from '#contract/runtime.ts';
import { DAY_MS, SECOND_MS } from '#kit/clock.ts';
import { APP, USER_CALLS } from './calls.ts';
import { type Call, foreignPageOf, NOT_ASKED } from './conversation.ts';
import type { Findings } from './run.ts';

export type Verdict = ReturnType<typeof judgeFindings>;

/** Whether the front end can be pointed at the backend, and what it will miss there. */
export function judgeFindings(findings: Findings) {
  const unread = findings.calls
    .filter(({ outcome }) => outcome === 'unreadable')
    .map(call => ({ ...call, neededBy: neededBy(call) }));
  const needed = unread.filter(call => call.neededBy === APP);
  const screens = new Set(unread.flatMap(call => call.neededBy ?? []));
  screens.delete(APP);
  const problems = [
    ...problemsOf(findings),
    ...needed.map(({ method, path, why }) => `${method} ${path}: ${why.join('; ')}`),
  ];
  return {
    /** The app can be used: signing in, contacts, orders, and for a moderator reports and statistics. */
    ready: problems.length === 0,
    /** What is in the way. */
    problems,
    /** What will be poorer than with a backend that does everything. */
    degraded: [...lacksOf(findings), ...screens],
    /** What the user of the probe could not show. */
    unknown: unknownOf(findings),
  };
}

/** What does not work without that call. */
function neededBy({ method, path }: Call) {
  return USER_CALLS.find(
    ({ endpoint, neededBy }) => endpoint.method === method && endpoint.path === path && neededBy,
  )?.neededBy;
}

function problemsOf({ target, calls, facts: { tokens, unauthenticated, cors } }: Findings): string[] {
  const isCutShort = calls.some(({ why, outcome }) => outcome === 'skipped' && why[0]?.startsWith(NOT_ASKED));
  const isMixed = target.pageOrigin?.startsWith('https:') === true && target.origin.startsWith('http:');
  return whatHolds({
    [tokens.why]: !tokens.signedIn,
    [`после конца сеанса приложение не поймет, что пора войти: ${unauthenticated.words}`]:
      !unauthenticated.isUsable,
    'проверка не закончена: сервер перестал отвечать или просит подождать': isCutShort,
    'токен не обновляется: refresh_token не принят': tokens.renewed === false,
    'страница на https не может звать сервер на http: браузер запретит': cors !== undefined && isMixed,
    'CORS не пускает к /oauth/token (в Laravel: config/cors.php, paths — добавьте oauth/*)':
      cors?.signIn === false,
    'CORS не пускает к /api (нужны заголовки Authorization, Content-Type, X-Requested-With)':
      cors?.api === false,
  });
}

function lacksOf({ forms, facts }: Findings): string[] {
  const { features = [], tokens, percent, etag, validation, cors } = facts;
  const hasKeys = features.includes('idempotency');
  const hidden = cors?.hidden ?? [];
  return whatHolds({
    'ключей повтора нет: после обрыва приложение ищет запись в списках и лишь потом шлет снова': !hasKeys,
    'отзыва токена нет: после выхода токен живет на сервере до своего срока': !features.includes('revoke'),
    [`refresh_token не выдается: вход заново раз в ${periodOf(tokens.expiresInS)}`]:
      tokens.signedIn && !tokens.hasRefreshToken,
    'обновление токена выключено: вход заново по истечении срока': tokens.refresh === 'no',
    'процент не хранится: приложение считает 30 % само': percent === 'absent',
    'нет ETag: книга контактов качается целиком при каждом обновлении':
      etag === 'absent' || etag === 'ignored',
    'время без зоны: показывается как написано': forms.date.has('без зоны (Laravel ≤ 6)'),
    'отказы без сообщений у полей': validation.startsWith('422 без'),
    'CORS не пускает Idempotency-Key: приложение обойдется сверкой': cors?.keys === false && hasKeys,
    'CORS не пускает If-Match: правки отчетов, накладных и политик с версией не сохранятся':
      cors?.versions === false,
    'CORS не пускает If-None-Match: книга контактов не обновится там, где сервер дает ETag':
      cors?.tags === false,
    'CORS не пускает PUT: накладные и приложения не сохранить': cors?.put === false,
    'CORS не пускает DELETE: токены и приложения не отозвать': cors?.delete === false,
    'CORS не пускает к /abac: политики не откроются': cors?.policies === false,
    'CORS не пускает к /oauth/clients и соседям: «Приложения и токены» не откроются':
      cors?.credentials === false,
    [`странице не видны заголовки ${hidden.join(', ')} (Access-Control-Expose-Headers)`]: hidden.length > 0,
  });
}

/** Words → whether they are true. */
function whatHolds(statements: Record<string, boolean>): string[] {
  return Object.keys(statements).filter(words => statements[words]);
}

/** Once for each reason. */
function unknownOf({ calls }: Findings): string[] {
  const skipped = calls.filter(({ outcome }) => outcome === 'skipped');
  return [...new Set(skipped.map(({ why }) => why[0] ?? ''))].map(reason => {
    const paths = skipped.filter(({ why }) => why[0] === reason).map(({ path }) => path);
    return `${reason}: ${[...new Set(paths)].join(', ')}`;
  });
}

/** Seconds as people say them. */
function periodOf(seconds: number): string {
  const days = (seconds * SECOND_MS) / DAY_MS;
  if (days >= 1) return `${Math.round(days)} сут`;
  return seconds >= 3600 ? `${Math.round(seconds / 3600)} ч` : `${Math.round(seconds / 60)} мин`;
}

export function reportLines(findings: Findings, verdict: Verdict): string[] {
  const listed = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [title, ...lines.map(line => `  - ${line}`)] : [];
  return [
    `Сервер ${findings.target.origin}`,
    ...findings.calls.map(callLine),
    '',
    ...summaryLines(findings),
    '',
    ...listed('Мешает:', verdict.problems),
    ...listed('Будет беднее:', verdict.degraded),
    ...listed('Не проверено:', verdict.unknown),
    verdict.ready
      ? 'Итог: приложение можно направить на этот сервер.'
      : 'Итог: приложение направлять на этот сервер нельзя.',
  ];
}

const OUTCOMES = { read: 'читается', unreadable: 'НЕ ЧИТАЕТСЯ', skipped: 'не проверено', shape: '' };

function callLine({ method, path, status, ms, outcome, notes, why }: Call): string {
  const when = outcome === 'skipped' ? '—' : `${status ?? 'нет ответа'}  ${ms} мс`;
  const words = [OUTCOMES[outcome], ...why, ...notes].filter(Boolean).join('; ');
  return `${method} ${path}  ${when}  ${words}`;
}

const REFRESH = { yes: 'есть', no: 'выключено', unknown: 'не узнать' };
const RENEWED = { true: ', проверено на деле', false: ', на деле отказано', undefined: '' };
const PERCENT = { stored: 'хранится', absent: 'не хранится', unknown: 'не узнать, нет заявок с суммой' };
const ETAG = { answered: 'есть', ignored: 'есть, но 304 не бывает', absent: 'нет', unknown: 'не узнать' };

function summaryLines({ facts, forms, target }: Findings): string[] {
  const { features, tokens, unauthenticated, role, can, validation, notFound, percent, etag } = facts;
  const login = tokens.signedIn
    ? `токен на ${periodOf(tokens.expiresInS)}, refresh_token ${tokens.hasRefreshToken ? 'есть' : 'нет'}`
    : tokens.why;
  const said = (set: ReadonlySet<string>) => [...set].join(', ') || 'не встретились';
  const texts = forms.textNumbers.size > 0 ? ` (строками: ${[...forms.textNumbers].join(', ')})` : '';
  return [
    `Возможности: ${features ? features.join(', ') || 'список пуст' : 'сервер о них не говорит (нет /api/health/ready)'}`,
    `Токены: ${tokens.passport}; обновление ${REFRESH[tokens.refresh]}${RENEWED[`${tokens.renewed}`]}; ${login}`,
    `Ошибки: чужой токен — ${unauthenticated.words}; ввод — ${validation}; нет записи — ${notFound}`,
    `Пользователь: роль — ${role}; права — ${can.join(', ') || 'нет или не узнать'}`,
    `Даты: ${said(forms.date)}; телефоны: ${said(forms.phone)}`,
    `Числа: ${said(forms.number)}${texts}; флаги: ${said(forms.flag)}; таблицы: ${said(forms.map)}`,
    `Процент: ${PERCENT[percent]}; ETag: ${ETAG[etag]}`,
    `CORS: ${corsWords(target)}`,
  ];
}

function corsWords({ origin, pageOrigin }: Findings['target']): string {
  if (pageOrigin === undefined)
    return 'не проверялся: страница там же, где сервер, или задайте --page-origin';
  return pageOrigin === origin ? 'не нужен: страница там же, где сервер' : `для страницы на ${pageOrigin}`;
}

/** The same for programs. `format` changes when the meaning of a field does. */
export function reportJson({ target, calls, facts, ...findings }: Findings, verdict: Verdict): string {
  const { origin, pageOrigin = null, zone } = target;
  const forms = Object.fromEntries(Object.entries(findings.forms).map(([name, set]) => [name, [...set]]));
  return JSON.stringify({ format: 1, origin, pageOrigin, zone, calls, facts, forms, verdict }, null, 2);
}

/** The runtime configuration of a front end that stands on the page's origin before this backend. */
export function configurationFor(
  { target, facts }: Pick<Findings, 'target' | 'facts'>,
  clientSecret: string,
): RuntimeConfig {
  const { origin, clientId, zone } = target;
  const keeps = facts.features?.includes('idempotency') === true;
  return {
    apiOrigin: foreignPageOf(target) === undefined ? '' : origin,
    clientId,
    clientSecret,
    // A key that CORS does not know would stop every save.
    idempotency: keeps && (facts.cors?.keys ?? true),
    zone,
  };
}
