/**
 * What the quick tier cost when it was last written down, on a machine with nothing else to do: `cpuMinutes`, and the seconds of its
 * longer files. A busy machine costs a fifth more, so that no usual run compares: `npm test -- --cost hold` does, `--cost write` writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'tests/runner/cost.json';
const GROWTH = 1.1;

/** Shorter files are not written down: what they cost is chance. */
const LONG_SECONDS = 2;

export const readCost = () => JSON.parse(readFileSync(FILE, 'utf8'));

/** `durations`: as durationsOf gives them (report.mjs). */
export function costOf(cpuMinutes, durations) {
  const long = durations.filter(({ seconds }) => seconds >= LONG_SECONDS);
  const bySeconds = long.sort((one, other) => other.seconds - one.seconds);
  return {
    cpuMinutes,
    seconds: Object.fromEntries(bySeconds.map(({ path, seconds }) => [path, Math.round(seconds)])),
  };
}

export function writeCost(cost) {
  writeFileSync(FILE, `${JSON.stringify(cost, null, 2)}\n`);
}

/** What to say when `now` costs over a tenth more than what is `written`, with the files that grew, most first; empty when it does not. */
export function growth(written, now) {
  if (now.cpuMinutes <= written.cpuMinutes * GROWTH) return [];
  const files = Object.entries(now.seconds)
    .map(([path, seconds]) => ({ path, seconds, before: written.seconds[path] ?? 0 }))
    .filter(({ seconds, before }) => seconds > before * GROWTH)
    .sort((one, other) => other.seconds - other.before - (one.seconds - one.before));
  return [
    `${now.cpuMinutes} CPU-minutes, ${written.cpuMinutes} are written down`,
    ...files.map(({ path, seconds, before }) => `${before} → ${seconds} s ${path}`),
  ];
}
