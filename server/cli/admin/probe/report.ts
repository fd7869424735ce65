/** What was found, as lines for people and as JSON for programs. No value of an answer is in either. */
import type { Forms } from './forms.ts';
import type { Call } from './interview.ts';
import type { Findings } from './survey.ts';
import { periodOf, type Verdict } from './verdict.ts';

const OUTCOMES: Record<Call['outcome'], string> = {
  read: 'читается',
  unreadable: 'НЕ ЧИТАЕТСЯ',
  skipped: 'не проверено',
  shape: '',
};

export function reportLines(findings: Findings, verdict: Verdict): string[] {
  return [
    `Сервер ${findings.target.origin}`,
    ...findings.calls.map(callLine),
    '',
    ...summaryLines(findings),
    '',
    ...verdictLines(verdict),
  ];
}

function callLine({ method, path, status, ms, outcome, notes, why }: Call): string {
  const when = outcome === 'skipped' ? '—' : `${status ?? 'нет ответа'}  ${ms} мс`;
  const words = [OUTCOMES[outcome], ...why, ...notes].filter(Boolean).join('; ');
  return `${method} ${path}  ${when}  ${words}`;
}

function summaryLines({ facts, forms, target }: Findings): string[] {
  const { features, tokens, unauthenticated, role, can, validation, notFound, percent, etag } = facts;
  const login = tokens.signedIn
    ? `токен на ${periodOf(tokens.expiresInS)}, refresh_token ${tokens.hasRefreshToken ? 'есть' : 'нет'}`
    : tokens.why;
  return [
    `Возможности: ${features ? features.join(', ') || 'список пуст' : 'сервер о них не говорит (нет /api/health/ready)'}`,
    `Токены: ${tokens.passport}; обновление ${REFRESH[tokens.refresh]}${renewedWords(tokens.renewed)}; ${login}`,
    `Ошибки: чужой токен — ${unauthenticated.words}; ввод — ${validation}; нет записи — ${notFound}`,
    `Пользователь: роль — ${role}; права — ${can.join(', ') || 'нет или не узнать'}`,
    ...formLines(forms),
    `Процент: ${PERCENT[percent]}; ETag: ${ETAG[etag]}`,
    `CORS: ${corsWords(target)}`,
  ];
}

const REFRESH = { yes: 'есть', no: 'выключено', unknown: 'не узнать' };
const PERCENT = { stored: 'хранится', absent: 'не хранится', unknown: 'не узнать, нет заявок с суммой' };
const ETAG = { answered: 'есть', ignored: 'есть, но 304 не бывает', absent: 'нет', unknown: 'не узнать' };

function renewedWords(renewed: boolean | undefined): string {
  if (renewed === undefined) return '';
  return renewed ? ', проверено на деле' : ', на деле отказано';
}

function formLines(forms: Forms): string[] {
  const said = (set: ReadonlySet<string>) => [...set].join(', ') || 'не встретились';
  const texts = forms.textNumbers.size > 0 ? ` (строками: ${[...forms.textNumbers].join(', ')})` : '';
  return [
    `Даты: ${said(forms.date)}; телефоны: ${said(forms.phone)}`,
    `Числа: ${said(forms.number)}${texts}; флаги: ${said(forms.flag)}; таблицы: ${said(forms.map)}`,
  ];
}

function corsWords({ origin, pageOrigin }: Findings['target']): string {
  if (pageOrigin === undefined)
    return 'не проверялся: страница там же, где сервер, или задайте --page-origin';
  return pageOrigin === origin ? 'не нужен: страница там же, где сервер' : `для страницы на ${pageOrigin}`;
}

function verdictLines({ ready, problems, degraded, unknown }: Verdict): string[] {
  const listed = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [title, ...lines.map(line => `  - ${line}`)] : [];
  return [
    ...listed('Мешает:', problems),
    ...listed('Будет беднее:', degraded),
    ...listed('Не проверено:', unknown),
    ready
      ? 'Итог: приложение можно направить на этот сервер.'
      : 'Итог: приложение направлять на этот сервер нельзя.',
  ];
}

/** The same for programs. `format` changes when the meaning of a field does. */
export function reportJson({ target, calls, forms, facts }: Findings, verdict: Verdict): string {
  const { origin, pageOrigin, zone } = target;
  const named = Object.fromEntries(Object.entries(forms).map(([name, set]) => [name, [...set]]));
  const report = {
    format: 1,
    origin,
    pageOrigin: pageOrigin ?? null,
    zone,
    calls,
    facts,
    forms: named,
    verdict,
  };
  return JSON.stringify(report, null, 2);
}
