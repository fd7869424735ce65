import { useEffect, useState } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { pathKey } from '#domain/policy/node-path.ts';
import type { Policy } from '#domain/policy/policy.ts';
import { warningWords } from '#domain/policy/words/warning-words.ts';
import { type Warning, type WarningName, warningsOf } from '#domain/policy/words/warnings.ts';
import { whenIdle } from '#ui/table/when-idle.ts';
import { useEditing } from '../editing.ts';

/** What is wrong with nodes, in words, by `pathKey`. */
export type NodeWarnings = ReadonlyMap<string, string>;

/** The line of such a node says so by itself. */
const SAID_BY_LINE: readonly WarningName[] = [
  'typeMissing',
  'attributeMissing',
  'methodMissing',
  'valueMissing',
  'emptyGroup',
];

/** The warnings of the edited policy, a moment after what they warn of: typing never waits for them. */
export function useNodeWarnings(): NodeWarnings {
  const { policy, catalogue } = useEditing();
  const [warnings, setWarnings] = useState(() => readWarnings(policy, catalogue));
  useEffect(() => {
    function* inOneStep() {
      yield setWarnings(readWarnings(policy, catalogue));
    }
    return whenIdle(inOneStep());
  }, [policy, catalogue]);
  return warnings;
}

/** The last reading: every tree of the screen asks for the same, and the same again is the same map. */
let last: { policy: Policy; catalogue: Catalogue; warnings: NodeWarnings } | null = null;

function readWarnings(policy: Policy, catalogue: Catalogue): NodeWarnings {
  if (last?.policy === policy && last.catalogue === catalogue) return last.warnings;
  const read = byNode(warningsOf(policy, catalogue));
  const warnings = last && isSame(last.warnings, read) ? last.warnings : read;
  last = { policy, catalogue, warnings };
  return warnings;
}

function byNode(warnings: readonly Warning[]): NodeWarnings {
  const found = new Map<string, string>();
  for (const warning of warnings) {
    if (!warning.path || SAID_BY_LINE.includes(warning.name)) continue;
    const key = pathKey(warning.path);
    const before = found.get(key);
    found.set(key, before ? `${before}. ${warningWords(warning)}` : warningWords(warning));
  }
  return found;
}

function isSame(one: NodeWarnings, other: NodeWarnings): boolean {
  return one.size === other.size && [...one].every(([key, words]) => other.get(key) === words);
}
