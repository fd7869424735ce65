import { describe, expect, it } from 'vitest';
import { canEdit, changeRow, countRows, findRowProblems, nextRow, type Row, toRow } from './batch-rows.ts';

const row = (line: number, change: Partial<Row> = {}): Row => ({
  ...toRow({ line, name: `Имя ${line}`, email: `p${line}@example.com`, password: 'p', left: '' }),
  ...change,
});

const NONE_TRIED = new Set<string>();

describe('a pasted person', () => {
  it('keeps the password that the list has', () => {
    expect(row(1)).toMatchObject({ password: 'p', isGenerated: false, state: 'waits' });
  });

  it('gets one where the list has none', () => {
    const made = toRow({ line: 1, name: 'Иван', email: 'ivan@example.com', password: '', left: '' });
    expect(made).toMatchObject({ password: expect.stringMatching(/^[a-z2-9]{12}$/), isGenerated: true });
  });
});

describe('what stands against a row', () => {
  it.each([
    ['no name', { name: '' }, 'Заполните поле «Имя».'],
    ['no address', { email: '' }, 'Заполните поле «E-mail».'],
    ['no address and no name', { name: '', email: '' }, 'Заполните поле «Имя». Заполните поле «E-mail».'],
    [
      'a letter that the file has lost',
      { name: 'Анн\ufffd', password: '\ufffd1' },
      'Вместо буквы стоит знак �: Имя, Пароль. Впишите букву.',
    ],
    ['an address that is none', { email: 'иван' }, 'Поле «E-mail»: введите правильный e-mail.'],
  ])('is %s', (_, change, remark) => {
    expect(findRowProblems([row(1, change)]).get('1')).toBe(remark);
  });

  it('is the same address in an earlier row, however it is written, also one that was added already', () => {
    const rows = [row(1, { state: 'done' }), row(2, { email: 'P1@Example.COM' }), row(3)];
    expect([...findRowProblems(rows)]).toEqual([['2', 'Такой e-mail уже в строке 1']]);
  });

  it('goes when the earlier row does', () => {
    const rows = [row(1), row(2, { email: 'p1@example.com' })];
    expect(findRowProblems(rows).size).toBe(1);
    expect(findRowProblems(rows.slice(1)).size).toBe(0);
  });

  it('is no duplicate where neither has an address', () => {
    const rowProblems = findRowProblems([row(1, { email: '' }), row(2, { email: '' })]);
    expect([...rowProblems.values()].join()).not.toContain('уже в строке');
  });

  it('is nothing for names that would break a page or a table', () => {
    const names = ['<b>x</b>', '=1+1', 'О"Нил', '👩‍👩‍👧', 'Ёлкин'];
    expect(findRowProblems(names.map((name, at) => row(at, { name }))).size).toBe(0);
  });
});

describe('the row to be sent next', () => {
  it('is the first that waits and has nothing against it', () => {
    const rows = [
      row(1, { state: 'done' }),
      row(2, { email: 'x' }),
      row(3, { state: 'failed' }),
      row(4),
      row(5),
    ];
    expect(nextRow(rows, NONE_TRIED)?.line).toBe(4);
  });

  it('is one whose answer was lost once no other waits', () => {
    const rows = [row(1, { state: 'unknown' }), row(2)];
    expect(nextRow(rows, NONE_TRIED)?.line).toBe(2);
    expect(nextRow(changeRow(rows, '2', { state: 'done' }), NONE_TRIED)?.line).toBe(1);
  });

  it('is none that was tried in this go', () => {
    expect(nextRow([row(1, { state: 'unknown' })], new Set(['1']))).toBeUndefined();
  });
});

it('a row may be changed only while nothing of it is on the server', () => {
  const states = ['waits', 'sending', 'done', 'failed', 'unknown'] as const;
  expect(states.filter(state => canEdit(row(1, { state })))).toEqual(['waits', 'failed']);
});

it('rows are counted by what can be done with them', () => {
  const rows = [
    ...[row(1, { state: 'done' }), row(2, { state: 'failed' }), row(3, { state: 'unknown' })],
    ...[row(4), row(5, { name: '' }), row(6, { state: 'sending' })],
  ];
  expect(countRows(rows)).toEqual({ all: 6, ready: 2, wrong: 1, done: 1, failed: 1, unknown: 1, left: 5 });
});
