import { sqlState } from '../db/database-problem.ts';
import { FormerFolder } from '../db/engine/former-folder.ts';
import { DEMO_ACCOUNTS } from '../db/seed/demo.ts';
import { BadSetting, type Environment, isExposed } from './environment.ts';
import { explainDatabase } from './explain-database.ts';
import { explainEngine } from './explain-engine.ts';
import { explainFormer } from './explain-former.ts';
import type { Demo } from './firm.ts';

/** The last lines of a successful start. `warnings`: what somebody should see to. */
export function announce(
  env: Environment,
  url: string,
  demo: Demo,
  warnings: readonly string[] = [],
): string {
  const { databaseUrl, dataDir } = env;
  const place = databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir;
  const warned = warnings.flatMap(line => ['', `Внимание! ${line}`]);
  return ['', `Данные: ${place}`, ...accounts(demo, env), ...warned, '', `Открыто: ${url}`, ''].join('\n');
}

function accounts(demo: Demo, env: Environment): string[] {
  const { demoPassword } = env;
  if (demo === 'refused') {
    return [
      'Демо-данные не созданы: вне 127.0.0.1 и с DATABASE_URL для них нужен DEMO_PASSWORD.',
      'Пользователей еще нет. Первого администратора заводит команда:',
      '  npm run -s admin -- user:create <e-mail> --name "Имя" --role admin',
    ];
  }
  if (demo === 'none') return [];
  if (demoPassword === undefined && isExposed(env)) {
    return [
      'Демо-доступы с паролем demo-demo закрыты: сервер доступен не только с этой машины.',
      'Задайте свой пароль или заведите администратора:',
      '  npm run -s admin -- user:passwd admin@example.com',
      '  npm run -s admin -- user:create <e-mail> --name "Имя" --role admin',
    ];
  }
  const password = demoPassword ? 'из DEMO_PASSWORD (при первом запуске)' : 'demo-demo, если не менялся';
  return [
    `Демо-доступы, пароль ${password}:`,
    ...DEMO_ACCOUNTS.map(({ email, about }) => `  ${email.padEnd(24)} ${about}`),
  ];
}

/** One line for the person who started the server; undefined for what is our own fault. */
export function explainStart(error: unknown, env: Environment | undefined): string | undefined {
  if (error instanceof BadSetting) return `Неверная настройка: ${error.message}`;
  if (error instanceof FormerFolder) return explainFormer(error);
  const engine = explainEngine(error);
  if (engine) return engine;
  const code = sqlState(error);
  if (code === 'EADDRINUSE') return explainTaken(error, env);
  if (code === 'EACCES' || code === 'EPERM') {
    return `Нет прав на порт ${env?.port ?? ''} или папку ${env?.dataDir ?? ''} (${code}).`;
  }
  if (code === 'ENOSPC') return `На диске мало места (ENOSPC): ${env?.dataDir ?? ''}`;
  return explainPlace(code, env) ?? explainDatabase(error, env?.databaseUrl ? undefined : env?.dataDir);
}

/** Our own fault: the stack of the first cause. The errors around it hold the values of a database's statement. */
export function explainFault(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  return deepest instanceof Error ? (deepest.stack ?? deepest.message) : String(deepest);
}

/** An address to listen on, or a folder, that there is not. */
function explainPlace(code: string | undefined, env: Environment | undefined): string | undefined {
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN') {
    return `Неверная настройка: HOST=${env?.host ?? ''}: на этой машине такого адреса нет (${code}).`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `Неверная настройка: DATA_DIR=${env?.dataDir ?? ''}: это не папка (${code}).`;
  }
  return undefined;
}

function explainTaken(error: unknown, env: Environment | undefined): string {
  const port = error instanceof Error && 'port' in error ? error.port : (env?.port ?? '');
  const setting = port === env?.metricsPort ? 'METRICS_PORT=9091' : 'PORT=8081';
  return `Порт ${port} на ${env?.host ?? ''} занят (EADDRINUSE). Задайте другой: ${setting} npm start`;
}
