import { describe, expect, it, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { prepare } from './dispatch.ts';

/** What is answered before anything is opened. */
function received(...args: string[]) {
  const prepared = prepare(args);
  if ('work' in prepared) throw new Error('the command was taken for a right one');
  return { exit: prepared.exit, text: prepared.lines.join('\n') };
}

describe('help', () => {
  it('lists every command with its line', () => {
    const { exit, text } = received('--help');
    expect(exit).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(text).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  it('explains one command, wherever it is asked for', () => {
    for (const args of [['--help'], ['-h'], ['Л-1', '--state', 'done', '--help']]) {
      const { exit, text } = received('request:advance', ...args);
      expect(exit).toBe(0);
      expect(text).toContain('request:advance <код> [--state new|in_work|done|cancelled] [--tofirm 1500.50]');
    }
  });

  it('is the answer to no command and to an unknown one, with the exit code of wrong usage', () => {
    expect(received()).toMatchObject({ exit: 2, text: expect.stringContaining('request:advance') });
    expect(received('request:pay')).toMatchObject({
      exit: 2,
      text: expect.stringContaining('Нет команды request:pay.'),
    });
  });
});

test.each([
  [[], 'Не указан код заявки'],
  [['Л-1'], 'Нечего менять: задайте --state, --tofirm или оба'],
  [['X-1', '--state', 'done'], 'Это не код заявки: X-1. Нужен, например, Л-000123 или 123'],
  [['0', '--state', 'done'], 'Это не код заявки: 0.'],
  [['1', '2', '--state', 'done'], 'Лишнее: 2'],
  [['1', '--state', 'paid'], '--state paid: возможны new, in_work, done, cancelled'],
  [['1', '--state'], 'Параметру --state нужно значение'],
  [['1', '--state', 'new', '--state', 'done'], 'Параметр --state задан несколько раз'],
  [['1', '--sum', '5'], 'Неизвестный параметр: --sum'],
  [['1', '-s', '5'], 'Неизвестный параметр: -s'],
  [['1', '--tofirm', '12.345'], '--tofirm 12.345: нужна сумма в рублях'],
  [['1', '--tofirm', '-5'], '--tofirm -5: нужна сумма в рублях'],
  [['1', '--tofirm=-5'], '--tofirm -5: нужна сумма в рублях'],
])('request:advance %j is wrong usage: %s', (args, line) => {
  const { exit, text } = received('request:advance', ...args);
  expect(exit).toBe(2);
  expect(text).toContain(line);
  expect(text).toContain('npm run -s admin -- request:advance --help');
});
