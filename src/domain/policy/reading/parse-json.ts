import { failure, type Result, success } from '#kit/result.ts';
import type { PolicyFault } from './policy-fault.ts';

/** Parses JSON up to a length, which is checked before anything is parsed. */
export function parseJson(text: string, lengthMax: number): Result<unknown, Omit<PolicyFault, 'at'>> {
  if (text.length > lengthMax) return failure({ name: 'tooLarge' });
  try {
    const value: unknown = JSON.parse(text);
    return success(value);
  } catch (error) {
    return failure({ name: 'notJson', ...errorPosition(text, String(error)) });
  }
}

/** The position of the syntax error, as `line:column`; not every browser gives it. */
function errorPosition(text: string, message: string): { detail?: string } {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line && column) return { detail: `${line}:${column}` };
  const position = /position (\d+)/.exec(message)?.[1];
  if (!position) return {};
  const lines = text.slice(0, Number(position)).split('\n');
  return { detail: `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}` };
}
