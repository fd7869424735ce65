import { sqlState } from '../../db/trouble.ts';
import { explainStart } from '../announce.ts';
import type { Environment } from '../environment.ts';
import { adminCommand, type Desk, noPositional, type Office, Refused } from './command.ts';
import { lookAtData } from './doctor/data.ts';
import { lookAtDatabase } from './doctor/database.ts';
import { bad, type Finding, told } from './doctor/finding.ts';
import { lookAtEngine, lookAtMachine } from './doctor/machine.ts';

/** Looks at everything that a firm must be able to rely on, and changes nothing. */
export const doctor = adminCommand<void>({
  name: 'doctor',
  summary: 'Проверить установку и данные, ничего не меняя',
  usage: '',
  details: [
    'Каждая проверка — строка: ✓ в порядке, · к сведению, ✗ нужно исправить, и как.',
    'Проверяется: Node.js, сборка, права файлов, место на диске, база и ее версия, миграции, соединения, часы,',
    'счетчики номеров, суммы и связи данных, администраторы, демо-пароль, уборка старого.',
    'Код 1, если есть хоть одна ✗ (все строки тогда в stderr). Пример: npm run -s admin -- doctor',
  ],
  takesAnyState: true,
  withoutData: async (_desk: Desk, env: Environment, trouble: unknown) =>
    conclude([...lookAtMachine(env), unreachable(env, trouble)]),
  read: noPositional,
  run: examine,
});

async function examine(office: Office): Promise<string[]> {
  const seen = [...lookAtMachine(office.env), lookAtEngine(office.env)];
  for (const look of [lookAtDatabase, lookAtData]) {
    try {
      seen.push(...(await look(office)));
    } catch (error) {
      return conclude([...seen, unreachable(office.env, error)]);
    }
  }
  return conclude(seen);
}

function unreachable(env: Environment, trouble: unknown): Finding {
  const reason = trouble instanceof Refused ? trouble.message : explainStart(trouble, env);
  return bad(`База недоступна: ${reason ?? sqlState(trouble) ?? String(trouble).split('\n')[0]}`);
}

function conclude(findings: readonly Finding[]): string[] {
  const lines = told(findings);
  if (findings.every(({ how }) => how !== 'bad')) return lines;
  throw new Refused(lines.join('\n'));
}
