/** What a look at one thing gave. `note` is good to know and no fault; `bad` wants somebody to do something. */
export type Finding = { how: 'good' | 'note' | 'bad'; line: string };

export const good = (line: string): Finding => ({ how: 'good', line });
export const note = (line: string): Finding => ({ how: 'note', line });
export const bad = (line: string): Finding => ({ how: 'bad', line });

const SIGNS = { good: '✓', note: '·', bad: '✗' } as const;

/** «✗ …», one line each. */
export function findingLine(findings: readonly Finding[]): string[] {
  return findings.map(({ how, line }) => `${SIGNS[how]} ${line}`);
}
