/** What is wrong with something that should be a policy. */
export type PolicyFaultName =
  | 'tooLarge'
  | 'notJson'
  | 'notOnePolicy'
  | 'notAnObject'
  | 'notAList'
  | 'notAText'
  | 'badText'
  | 'badId'
  | 'repeatedId'
  | 'unknownCombine'
  | 'unknownEffect'
  | 'tooDeep'
  | 'tooManyNodes'
  | 'badValue'
  | 'unknownType'
  | 'unknownAttribute'
  | 'wrongComparisonType'
  | 'unknownMethod';

/** `at` is where, e.g. `rules[2].condition.children[0]`; '' is the policy itself. `detail` is what stands there. */
export type PolicyFault = { readonly at: string; readonly name: PolicyFaultName; readonly detail?: string };

/** Further faults are dropped. */
export const FAULTS_MAX = 20;

const DETAIL_LENGTH = 60;

/** Collects faults up to the limit, then `isFull`. */
export type FaultList = {
  readonly found: readonly PolicyFault[];
  readonly isFull: boolean;
  add(at: string, name: PolicyFaultName, detail?: unknown): void;
};

/** An empty list of faults. */
export function faultList(): FaultList {
  const found: PolicyFault[] = [];
  return {
    found,
    get isFull() {
      return found.length >= FAULTS_MAX;
    },
    add(at, name, detail) {
      if (found.length >= FAULTS_MAX) return;
      const text = detailOf(detail);
      found.push(text === null ? { at, name } : { at, name, detail: text });
    },
  };
}

/** What can be shown of something unknown: never an object, which may be huge or contain itself. */
function detailOf(raw: unknown): string | null {
  if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') return null;
  const text = String(raw);
  return text.length > DETAIL_LENGTH ? `${text.slice(0, DETAIL_LENGTH)}…` : text;
}
