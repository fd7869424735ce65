import { expect, it, test } from 'vitest';
import { WrongUsage } from '../command.ts';
import { probe } from '../probe.ts';

const SECRET = ['--client-secret-file', 'secret.txt'];

test.each<[string[], string]>([
  [[], 'Не указан адрес сервера'],
  [['backend.example'], 'нужен адрес со схемой'],
  [['ftp://backend.example'], 'нужен https:// или http://'],
  [['http://backend.example'], 'пароль ушел бы открытым текстом'],
  [['https://user:word@backend.example'], 'имя и пароль в адресе не пишут'],
  [['https://backend.example/application/'], 'нужен адрес без пути — https://backend.example'],
  [['https://backend.example?x=1'], 'нужен адрес без пути'],
  [['https://a.example', 'https://b.example'], 'Лишнее: https://b.example'],
  [['https://backend.example', '--page-origin', 'page'], '--page-origin page: нужен адрес со схемой'],
  [['https://backend.example', '--zone', 'Moscow'], '--zone Moscow: нет такого часового пояса'],
  [['https://backend.example', '--user', 'a@b.example'], 'нужен секрет клиента'],
  [['https://backend.example', '--refresh'], '--refresh без --user'],
  [['https://backend.example', '--write', 'config.json'], 'нужен --user'],
  [
    ['https://backend.example', '--write', 'c.json', '--user', 'a@b.example', ...SECRET],
    'нужен --page-origin',
  ],
  [['https://backend.example', '--password', 'x'], 'Неизвестный параметр: --password'],
])('%j is told to be wrong before anything is sent', (args, words) => {
  expect(() => probe.prepare(args)).toThrow(WrongUsage);
  expect(() => probe.prepare(args)).toThrow(words);
});

it('asks for a password only where somebody signs in, and reads and writes what was named', () => {
  expect(probe.prepare(['https://backend.example'])).toEqual({
    place: 'nowhere',
    work: expect.any(Function),
  });
  for (const origin of [
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:80',
    'https://b.example/',
  ]) {
    expect(probe.prepare([origin, ...SECRET]).reads).toBe('secret.txt');
  }
  const whole = ['http://b.example', '--insecure', '--user', 'a@b.example', ...SECRET];
  const prepared = probe.prepare([...whole, '--page-origin', 'https://p.example', '--write', 'config.json']);
  expect(prepared).toMatchObject({
    asks: { words: 'Пароль a@b.example' },
    reads: 'secret.txt',
    writes: 'config.json',
  });
});
