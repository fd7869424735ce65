import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { CheckFailed, type CommandIo, defined } from './command.ts';
import { startProbing } from './probe/conversation.ts';
import { createExchange } from './probe/exchange.ts';
import { configurationFor, judgeFindings, reportJson, reportLines } from './probe/report.ts';
import { survey } from './probe/run.ts';
import { readTarget, type Target } from './probe/target.ts';

/** Whether this front end would work before a backend that exists, without changing anything there. */
export const probe = defined(
  {
    name: 'probe',
    summary: 'Проверить чужой сервер: подойдет ли он приложению',
    usage:
      '<адрес> [--user <email>] [--client-secret-file <файл>] [--page-origin <адрес>] [--write config.json]',
    details: [
      '<адрес>               сервер: https://backend.example.ru (http только на этой же машине или с --insecure)',
      '--user                войти и проверить ответы; пароль спрашивается или читается со stdin, в аргументы не пишется',
      '--client-id           клиент Passport для входа по паролю, по умолчанию 2',
      '--client-secret-file  файл с его секретом',
      '--page-origin         адрес, с которого будет открываться приложение: проверяется CORS',
      '--zone                часовой пояс фирмы, по умолчанию Europe/Moscow',
      '--refresh             обновить токен на деле (этот refresh_token тратится)',
      '--write               записать config.json для приложения, если сервер подходит (нужны --user и --page-origin); файла еще нет',
      '--json                отчет для программ',
      'Подходит, если прочитано все, что нужно входу, отправке очереди и экранам, на которые у пользователя есть право; склад, политики и токены могут отсутствовать (404) или быть закрыты (403), об этом сказано отдельно.',
      'На 429 ждет, сколько велено: до двух раз, не дольше 90 с.',
      'Только чтение: GET, читающие POST, вход. Один вход с заведомо неверным адресом; имен, телефонов и токенов в отчете нет.',
      'Вход остается на сервере до конца срока токена: заведите для проверки отдельного пользователя, лучше с правами модератора.',
      'Код 0: читается все нужное, 1: нет или не проверено. Записи проверяют вручную: как, сказано в отчете. Пример:',
      '  npm run -s admin -- probe https://backend.example.ru --user probe@example.ru --client-secret-file secret.txt',
    ],
    optionNames: ['user', 'client-id', 'client-secret-file', 'page-origin', 'zone', 'write'],
    flagNames: ['insecure', 'refresh', 'json'],
    read: readTarget,
    needs: ({ user, secretFile, write }) => ({
      asks: user === undefined ? undefined : { words: `Пароль ${user}`, isNew: false },
      reads: secretFile,
      writes: write,
    }),
  },
  target => ({ place: 'nowhere', work: io => run(io, target) }),
);

async function run(io: CommandIo, target: Target): Promise<string[]> {
  const clientSecret = (await text(io.input)).trim();
  const exchange = createExchange(target.origin);
  const { secret: password, progress } = io;
  const findings = await survey(startProbing({ exchange, target, clientSecret, password, progress, wait }));
  const verdict = judgeFindings(findings);
  const report = target.json ? [reportJson(findings, verdict)] : reportLines(findings, verdict);
  if (!verdict.ready)
    throw new CheckFailed(report, 'Сервер не подходит приложению или не проверен до конца.');
  if (target.write === undefined) return report;
  await io.output(Buffer.from(`${JSON.stringify(configurationFor(findings, clientSecret), null, 2)}\n`));
  const note = `Записан ${target.write}. Читать его должен веб-сервер: chmod 644.`;
  return target.json ? report : [...report, note];
}
