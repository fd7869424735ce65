/** Whether the front end can be pointed at a backend, and what it will miss there. */
import { DAY_MS, SECOND_MS } from '#kit/clock.ts';
import type { ReadingName } from './allowed.ts';
import type { Findings } from './survey.ts';

export type Verdict = {
  /** The app can be used: signing in, contacts, orders, and for a moderator reports and statistics. */
  ready: boolean;
  /** What is in the way. */
  problems: string[];
  /** What will be poorer than with a backend that does everything. */
  degraded: string[];
  /** What the user of the probe could not show. */
  unknown: string[];
};

/** Without these the app is of no use to whoever may use them. */
const ESSENTIAL: ReadonlySet<string> = new Set<ReadingName>([
  'getUser',
  'listContacts',
  'listAllContacts',
  'getContact',
  'listRequests',
  'getRequest',
  'basaDistrictList',
  'basaWorkList',
  'pointDistrictList',
  'pointWorkList',
  'listPromoters',
  'listReports',
  'getReport',
  'getModerationRequest',
  'readStats',
]);

/** Screens that the rest of the app does not need. */
const SCREENS: readonly (readonly [screen: string, names: readonly ReadingName[]])[] = [
  ['«Пользователи» не откроются', ['listUsers']],
  ['на складе не выбрать получателя', ['listUserNames']],
  ['склад не откроется', ['listReceipts', 'getReceipt', 'listWriteOffs', 'getWriteOff']],
  ['на складе не найти номенклатуру', ['findNomenclature']],
  ['политики доступа не откроются', ['listPolicies', 'listSources', 'listAttributes', 'listComparisons']],
  [
    '«Приложения и токены» будут пусты',
    ['listClients', 'listAuthorizedTokens', 'listPersonalTokens', 'listScopes'],
  ],
];

export function judgeFindings(findings: Findings): Verdict {
  const problems = [...problemsOf(findings), ...corsProblems(findings)];
  const degraded = [...lacksOf(findings), ...corsLacks(findings), ...screensOf(findings)];
  return { ready: problems.length === 0, problems, degraded, unknown: unknownOf(findings) };
}

function problemsOf({ calls, facts }: Findings): string[] {
  const { tokens, unauthenticated } = facts;
  const unread = calls
    .filter(({ name, outcome }) => outcome === 'unreadable' && ESSENTIAL.has(name))
    .map(({ method, path, why }) => `${method} ${path}: ${why.join('; ')}`);
  const isCutShort = calls.some(
    ({ outcome, why }) => outcome === 'skipped' && why[0]?.startsWith('не спрашивали'),
  );
  return [
    ...(tokens.signedIn ? [] : [tokens.why]),
    ...(unauthenticated.isUsable
      ? []
      : [`после конца сеанса приложение не поймет, что пора войти: ${unauthenticated.words}`]),
    ...unread,
    ...(isCutShort ? ['проверка не закончена: сервер перестал отвечать или просит подождать'] : []),
    ...(tokens.renewed === false ? ['токен не обновляется: refresh_token не принят'] : []),
  ];
}

function corsProblems({ target, facts: { cors } }: Findings): string[] {
  if (!cors) return [];
  const isMixed = target.pageOrigin?.startsWith('https:') && target.origin.startsWith('http:');
  return [
    ...(isMixed ? ['страница на https не может звать сервер на http: браузер запретит'] : []),
    ...(cors.signIn
      ? []
      : ['CORS не пускает к /oauth/token (в Laravel: config/cors.php, paths — добавьте oauth/*)']),
    ...(cors.api
      ? []
      : ['CORS не пускает к /api (нужны заголовки Authorization, Content-Type, X-Requested-With)']),
  ];
}

function lacksOf({ forms, facts }: Findings): string[] {
  const { features, tokens, percent, etag, validation } = facts;
  const has = (feature: string) => features?.includes(feature) === true;
  const isWithoutFields = validation.startsWith('422 без');
  return [
    ...(has('idempotency')
      ? []
      : ['ключей повтора нет: после обрыва приложение ищет запись в списках и лишь потом шлет снова']),
    ...(has('revoke') ? [] : ['отзыва токена нет: после выхода токен живет на сервере до своего срока']),
    ...(tokens.signedIn && !tokens.hasRefreshToken
      ? [`refresh_token не выдается: вход заново раз в ${periodOf(tokens.expiresInS)}`]
      : []),
    ...(tokens.refresh === 'no' ? ['обновление токена выключено: вход заново по истечении срока'] : []),
    ...(percent === 'absent' ? ['процент не хранится: приложение считает 30 % само'] : []),
    ...(etag === 'absent' || etag === 'ignored'
      ? ['нет ETag: книга контактов качается целиком при каждом обновлении']
      : []),
    ...(forms.date.has('без зоны (Laravel ≤ 6)') ? ['время без зоны: показывается как написано'] : []),
    ...(isWithoutFields ? ['отказы без сообщений у полей'] : []),
  ];
}

function corsLacks({ facts: { cors, features } }: Findings): string[] {
  if (!cors) return [];
  const lacks: [boolean, string][] = [
    [
      cors.keys || !features?.includes('idempotency'),
      'CORS не пускает Idempotency-Key: приложение обойдется сверкой',
    ],
    [cors.versions, 'CORS не пускает If-Match: правки отчетов, накладных и политик с версией не сохранятся'],
    [cors.tags, 'CORS не пускает If-None-Match: книга контактов не обновится там, где сервер дает ETag'],
    [cors.put, 'CORS не пускает PUT: накладные и приложения не сохранить'],
    [cors.delete, 'CORS не пускает DELETE: токены и приложения не отозвать'],
    [cors.policies, 'CORS не пускает к /abac: политики не откроются'],
    [cors.credentials, 'CORS не пускает к /oauth/clients и соседям: «Приложения и токены» не откроются'],
    [
      cors.hidden.length === 0,
      `странице не видны заголовки ${cors.hidden.join(', ')} (Access-Control-Expose-Headers)`,
    ],
  ];
  return lacks.filter(([isFine]) => !isFine).map(([, words]) => words);
}

function screensOf({ calls }: Findings): string[] {
  const unread = new Set(calls.filter(({ outcome }) => outcome === 'unreadable').map(({ name }) => name));
  return SCREENS.filter(([, names]) => names.some(name => unread.has(name))).map(([screen]) => screen);
}

/** Once for each reason. */
function unknownOf({ calls }: Findings): string[] {
  const reasons = new Map<string, string[]>();
  for (const { outcome, path, why } of calls) {
    const [reason = ''] = why;
    if (outcome === 'skipped') reasons.set(reason, [...(reasons.get(reason) ?? []), path]);
  }
  return [...reasons].map(([reason, paths]) => `${reason}: ${[...new Set(paths)].join(', ')}`);
}

/** Seconds as people say them. */
export function periodOf(seconds: number): string {
  const days = (seconds * SECOND_MS) / DAY_MS;
  if (days >= 1) return `${Math.round(days)} сут`;
  return seconds >= 3600 ? `${Math.round(seconds / 3600)} ч` : `${Math.round(seconds / 60)} мин`;
}
