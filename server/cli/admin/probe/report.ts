/** The verdict on what was found, as lines for people and as JSON for programs. No value of an answer is in either. */
import type { RuntimeConfig } from '#contract/runtime.ts';
import { DAY_MS, SECOND_MS } from '#kit/clock.ts';
import { CREDENTIALS, POLICIES } from './calls.ts';
import { type Call, foreignPageOf, NOT_ASKED } from './conversation.ts';
import type { Findings } from './run.ts';
import { UNPROVEN } from './unproven.ts';

export type Verdict = ReturnType<typeof judgeFindings>;

/** Whether the front end can be pointed at the backend, and what it will miss there. */
export function judgeFindings(findings: Findings) {
  const problems = [...problemsOf(findings), ...unreadOf(findings)];
  return {
    /** Everything was read that signing in, a pass of the outbox and the screens of this user need. */
    ready: problems.length === 0,
    /** What is in the way. */
    problems,
    /** What will not work, because the backend lacks it or this page may not send it. */
    missing: [...absentOf(findings), ...unsendableOf(findings)],
    /** What will be poorer than with a backend that does everything. */
    degraded: lacksOf(findings),
    /** What was not tried, why, and how to try it. */
    unknown: unknownOf(findings),
  };
}

function problemsOf({ target, calls, facts: { tokens, unauthenticated, cors, etag } }: Findings): string[] {
  const isCutShort = calls.some(({ why, outcome }) => outcome === 'skipped' && why[0]?.startsWith(NOT_ASKED));
  const isMixed = target.pageOrigin?.startsWith('https:') === true && target.origin.startsWith('http:');
  const seesTags = (etag === 'answered' || etag === 'ignored') && cors?.hidden.includes('etag') === false;
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
    'CORS не пускает If-None-Match, а ETag отдает: книга контактов не обновится':
      cors?.tags === false && seesTags,
    'CORS не пускает к /abac: «Политики доступа» не откроются':
      cors?.policies === false && served(calls, POLICIES).length > 0,
    'CORS не пускает к /oauth/clients и соседям: «Приложения и токены» не откроются':
      cors?.credentials === false && served(calls, CREDENTIALS).length > 0,
  });
}

/** The calls of that screen which the backend has for this user, readable or not. */
function served(calls: readonly Call[], { breaks }: { breaks: string }): readonly Call[] {
  return calls.filter(
    call => call.breaks === breaks && (call.outcome === 'read' || call.outcome === 'unreadable'),
  );
}

function unreadOf({ calls }: Findings): string[] {
  return calls.flatMap(({ method, path, outcome, why, breaks }) => {
    if (outcome !== 'unreadable' || breaks === undefined) return [];
    return `не работает: ${breaks}. ${method} ${path}: ${why.join('; ')}`;
  });
}

function absentOf({ calls }: Findings): string[] {
  const absent = calls.filter(({ outcome }) => outcome === 'absent');
  return grouped(absent, ({ breaks = '' }) => breaks).map(([breaks, paths]) => {
    return `${breaks}: на сервере этого нет (404 на ${paths})`;
  });
}

/** What a page of another origin may read there and not save. */
function unsendableOf({ calls, facts: { cors, csrf } }: Findings): string[] {
  if (!cors) return [];
  const needsCsrf = (screen: { breaks: string }) =>
    served(calls, screen).some(({ path }) => csrf.includes(path));
  const why = 'сервер ждет X-XSRF-TOKEN из cookie, которой странице на другом адресе не видно';
  return whatHolds({
    [`«Приложения и токены»: сохранить и удалить нельзя, ${why}`]: needsCsrf(CREDENTIALS),
    [`«Политики доступа»: сохранить нельзя, ${why}`]: needsCsrf(POLICIES),
    'CORS не пускает If-Match: правки отчетов, накладных и политик с версией не сохранятся': !cors.versions,
    'CORS не пускает PUT: накладные и приложения не сохранить': !cors.put,
    'CORS не пускает DELETE: токены и приложения не отозвать': !cors.delete,
  });
}

function lacksOf({ forms, facts }: Findings): string[] {
  const { features = [], tokens, percent, etag, validation, notFound, cors } = facts;
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
    'отказы 403 и 404 без JSON: приложение верит им, если они приходят дважды между двумя удачными getUser':
      notFound.startsWith('404 без JSON'),
    'отказы без сообщений у полей': validation.startsWith('422 без'),
    'CORS не пускает Idempotency-Key: приложение обойдется сверкой': cors?.keys === false && hasKeys,
    [`странице не видны заголовки ${hidden.join(', ')} (Access-Control-Expose-Headers)`]: hidden.length > 0,
  });
}

/** Words → whether they are true. */
function whatHolds(statements: Record<string, boolean>): string[] {
  return Object.keys(statements).filter(words => statements[words]);
}

/** What was left out or kept from this user, once for each reason; and what reading never shows. */
function unknownOf({ target, calls, facts: { tokens } }: Findings): string[] {
  const untried = calls.filter(({ outcome }) => outcome === 'skipped' || outcome === 'denied');
  const isSpent = tokens.renewed !== undefined || !tokens.hasRefreshToken;
  return [
    ...grouped(untried, reasonOf).map(([reason, paths]) => `${reason}: ${paths}`),
    ...whatHolds({
      'обновление токена: refresh_token тратится только с --refresh': !isSpent,
      'страница на другом адресе (CORS): нужен --page-origin': target.pageOrigin === undefined,
    }),
    ...UNPROVEN.map(({ what, byHand }) => `${what}: probe ничего не меняет. Вручную: ${byHand}`),
  ];
}

function reasonOf({ outcome, why, breaks }: Call): string {
  if (outcome === 'skipped') return why[0] ?? '';
  return `${breaks}, ${why.join('; ')}: повторите от имени того, кому можно (--user)`;
}

/** Key → the paths of the calls that have it, in the order of the calls. */
function grouped(calls: readonly Call[], keyOf: (call: Call) => string): [string, string][] {
  const groups = new Map<string, Set<string>>();
  for (const call of calls) {
    const key = keyOf(call);
    groups.set(key, (groups.get(key) ?? new Set()).add(call.path));
  }
  return [...groups].map(([key, paths]) => [key, [...paths].join(', ')]);
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
    ...listed('Работать не будет:', verdict.missing),
    ...listed('Будет беднее:', verdict.degraded),
    ...listed('Не проверено:', verdict.unknown),
    conclusionOf(verdict),
  ];
}

function conclusionOf({ ready, missing }: Verdict): string {
  if (!ready) return 'Итог: приложение направлять на этот сервер нельзя.';
  const except = missing.length > 0 ? ', кроме того, что работать не будет' : '';
  return `Итог: все нужное приложению читается${except}. До начала работы проверьте вручную то, что не проверено.`;
}

const OUTCOMES = {
  read: 'читается',
  unreadable: 'НЕ ЧИТАЕТСЯ',
  absent: 'НЕТ НА СЕРВЕРЕ',
  denied: 'не проверено',
  skipped: 'не проверено',
  shape: '',
};

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
  const { features, tokens, unauthenticated, role, can, validation, notFound, percent, etag, csrf } = facts;
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
    `CSRF: ${csrf.length > 0 ? `X-XSRF-TOKEN ждут ${csrf.join(', ')}` : 'не встретился'}`,
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
  return JSON.stringify({ format: 2, origin, pageOrigin, zone, calls, facts, forms, verdict }, null, 2);
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
