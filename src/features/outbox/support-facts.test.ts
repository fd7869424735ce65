import { expect, it } from 'vitest';
import { supportText } from './support-facts.tsx';

it('tells version, backend, user by number, and what failed, the newest first', () => {
  const where = { owner: { apiOrigin: '', userId: 7 }, wallClock: (at: number) => `2026-11-25 10:0${at}:00` };
  const server = {
    title: 'контакты',
    kind: 'foreign',
    status: 502,
    place: '',
    code: '',
    at: 1,
    times: 3,
  } as const;
  const place = 'заявки, поле paid';
  const unreadable = {
    ...server,
    title: 'заявки',
    kind: 'unreadable',
    status: 200,
    place,
    at: 2,
    times: 1,
  } as const;
  const [head, ...lines] = supportText('https://firm.test', where, [server, unreadable]).split('\n');
  expect(head).toMatch(/^Версия \S+, сервер https:\/\/firm\.test, пользователь 7$/);
  expect(lines).toEqual([
    '2026-11-25 10:02:00 заявки, поле paid unreadable 200',
    '2026-11-25 10:01:00 контакты foreign 502 x3',
  ]);
  expect(supportText('https://firm.test', where, [])).toMatch(/Ошибок сервера не было\.$/);
});
