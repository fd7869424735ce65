import type { Passage } from '../wire/wire.ts';
import type { DeviceEnd, Finding, RoundEnd } from './end.ts';
import { fieldsOf, repeated } from './things.ts';

export function stuckOf({ name, device }: DeviceEnd): Finding[] {
  const stuck = device.entries.filter(
    ({ state, hasQuestion }) => !hasQuestion && /queued|unsure/.test(state),
  );
  return stuck.map(({ id, kind, state, attempts, error, owner }) => ({
    counts: 'stuck',
    words: `[S22] ${name}: ${kind} ${id} is still ${state} after ${attempts} attempts: ${error} (user ${owner}; ${device.circumstances})`,
  }));
}

/** [S27] A token is one user's: a token that carried the entries of two was used for the wrong one. */
export function foreignTokens({ name, device, passages }: DeviceEnd): Finding[] {
  const owners = new Map(device.entries.map(entry => [entry.key, entry.owner]));
  const users = new Map<string, Set<number>>();
  for (const { key, token } of passages) {
    const owner = owners.get(key);
    if (owner !== undefined && token !== '') users.set(token, (users.get(token) ?? new Set()).add(owner));
  }
  const shared = [...users.values()].filter(each => each.size > 1);
  return shared.map(each => ({
    counts: 'wrongUser',
    words: `[S27] ${name}: one token carried entries of the users ${[...each].join(' and ')}`,
  }));
}

/** [S25] A refresh token that was exchanged and answered is not exchanged again, unless who heard the answer died. */
export function doubledRefreshes({ name, passages, deaths }: DeviceEnd): Finding[] {
  const answered = passages.filter(
    ({ path, body, fault, status }) =>
      path === '/oauth/token' && grantOf(body) === 'refresh_token' && fault === '' && status === 200,
  );
  const first = new Map<string, Passage>();
  const findings: Finding[] = [];
  for (const passage of answered) {
    const token = refreshTokenOf(passage.body);
    const before = first.get(token);
    const hasDied = before && deaths.some(at => at >= before.at && at <= passage.at);
    if (before && !hasDied)
      findings.push({ counts: null, words: `[S25] ${name}: a token was refreshed twice` });
    first.set(token, passage);
  }
  return findings;
}

export function grantOf(body: string): string {
  return String(fieldsOf(body).grant_type ?? new URLSearchParams(body).get('grant_type') ?? '');
}

function refreshTokenOf(body: string): string {
  return String(fieldsOf(body).refresh_token ?? new URLSearchParams(body).get('refresh_token') ?? '');
}

/** [S13] With keys an edit that was sent several times took effect once: no more effects than keys. */
export function doubledUpdates({ books, devices }: RoundEnd): Finding[] {
  const keys = new Map<number, Set<string>>();
  for (const { key, body } of devices.flatMap(device => device.passages)) {
    const { id } = key === '' ? {} : fieldsOf(body);
    if (typeof id === 'number') keys.set(id, (keys.get(id) ?? new Set()).add(key));
  }
  return [...keys].flatMap(([entityId, own]) => {
    const updates = books.effects.filter(
      effect => effect.entity === 'contact' && effect.action === 'update' && effect.entityId === entityId,
    );
    const words = `[S13] contact ${entityId}: ${updates.length} updates by ${own.size} keys`;
    return repeated(Math.max(0, updates.length - own.size), 'doubledKeyed', words);
  });
}
