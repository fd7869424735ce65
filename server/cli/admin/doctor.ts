import { sqlState } from '../../db/database-problem.ts';
import { explainStart } from '../announce.ts';
import type { Environment } from '../environment.ts';
import { adminCommand, noPositional, Refused } from './command.ts';
import { checkData, checkNightly } from './doctor/data.ts';
import { checkDatabase } from './doctor/database.ts';
import { bad, type Finding, findingLine } from './doctor/finding.ts';
import { checkMachine } from './doctor/machine.ts';

/** Looks at everything that a firm must be able to rely on, and changes nothing. */
export const doctor = adminCommand({
  name: 'doctor',
  summary: 'Проверить установку и данные, ничего не меняя',
  usage: '',
  details: [
    'Каждая проверка — строка: ✓ в порядке, · к сведению, ✗ нужно исправить, и как.',
    'Проверяется: Node.js, сборка, права файлов, место на диске, база и ее версия, миграции, соединения, часы,',
    'счетчики номеров, суммы и связи данных, администраторы, демо-пароль, уборка старого, ночные копии.',
    'Код 1, если есть хоть одна ✗ (все строки тогда в stderr). Пример: npm run -s admin -- doctor',
  ],
  takesAnyState: true,
  withoutData: async (_io, env, cause) => conclude([...checkMachine(env), unreachable(env, cause)]),
  read: noPositional,
  async run(context) {
    const seen = [...checkMachine(context.env)];
    try {
      seen.push(...(await checkDatabase(context)));
      seen.push(...(await checkData(context)), ...(await checkNightly(context)));
    } catch (error) {
      seen.push(unreachable(context.env, error));
    }
    return conclude(seen);
  },
});

function unreachable(env: Environment, cause: unknown): Finding {
  const reason = cause instanceof Refused ? cause.message : explainStart(cause, env);
  return bad(`База недоступна: ${reason ?? sqlState(cause) ?? String(cause).split('\n')[0]}`);
}

function conclude(findings: readonly Finding[]): string[] {
  const lines = findingLine(findings);
  if (findings.every(({ how }) => how !== 'bad')) return lines;
  throw new Refused(lines.join('\n'));
}
