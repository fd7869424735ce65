import { addFaults, type NemesisFigures, NO_NEMESIS } from '../../figures.ts';
import type { Passage } from '../wire/wire.ts';
import { doubledRefreshes, doubledUpdates, foreignTokens, grantOf, stuckOf } from './devices.ts';
import type { DeviceEnd, Finding, RoundEnd } from './end.ts';
import { doubledByBrowser, isDoubled, judgeThing, rowsOf, sum, type Thing, thingsOf } from './things.ts';

export type Verdict = { figures: NemesisFigures; findings: string[] };

/** Says what came of a round. What the rules allow (a browser that repeats on a backend without keys) is only counted. */
export function judge(end: RoundEnd): Verdict {
  const findings: Finding[] = [];
  let figures: NemesisFigures = NO_NEMESIS;
  for (const device of end.devices) {
    const things = thingsOf(device, end.books);
    findings.push(...things.flatMap(thing => judgeThing(thing, device, end)));
    findings.push(...stuckOf(device), ...foreignTokens(device), ...doubledRefreshes(device));
    figures = addFigures(figures, countDevice(device, things, end));
  }
  if (end.keyed) findings.push(...doubledUpdates(end));
  findings.push(...end.books.disagreements.map(words => ({ counts: null, words })));
  for (const { counts } of findings) if (counts) figures = { ...figures, [counts]: figures[counts] + 1 };
  return { figures, findings: findings.map(({ words }) => words) };
}

/** The sums of two rounds. */
export function addFigures(one: NemesisFigures, other: NemesisFigures): NemesisFigures {
  const faults = addFaults(one.faults, other.faults);
  const numbers = Object.fromEntries(
    Object.entries(one).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value + Number(Reflect.get(other, name))]] : [],
    ),
  );
  return { ...one, ...numbers, faults, toEmptyMs: [...one.toEmptyMs, ...other.toEmptyMs] };
}

function countDevice(device: DeviceEnd, things: readonly Thing[], { keyed }: RoundEnd): NemesisFigures {
  const doubled = things.filter(isDoubled);
  const isDetected = (thing: Thing) =>
    device.device.twins.some(({ twinId }) => rowsOf(thing).some(row => row.id === twinId));
  const isRefresh = ({ path, body }: Passage) =>
    path === '/oauth/token' && /refresh_token/.test(grantOf(body));
  return {
    ...NO_NEMESIS,
    acknowledged: device.deeds.filter(deed => deed.told === 'kept').length,
    faults: device.met,
    doubledByBrowser: keyed ? 0 : sum(doubled.map(thing => doubledByBrowser(thing, device))),
    detected: doubled.filter(isDetected).length,
    toEmptyMs: device.toEmptyMs === null ? [] : [device.toEmptyMs],
    expiries: device.expiries,
    refreshes: device.passages.filter(passage => isRefresh(passage) && passage.status === 200).length,
  };
}
