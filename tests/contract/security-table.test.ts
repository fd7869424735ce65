import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const table = readFileSync('tests/contract/SECURITY.md', 'utf8');

it('the table of security names tests that are there', () => {
  const named = [...table.matchAll(/`((?:server|tests)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(path => !existsSync(path))).toEqual([]);
});

it('every row of the table is shown by a test', () => {
  const rows = table.split('\n').filter(line => /^\| (?!topic|OWASP|--)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter(row => !row.includes('.test.ts`'))).toEqual([]);
});

/** What changes or removes lines of the audit, by the query builder or in SQL. */
const REWRITES =
  /\.(update|delete)\(\s*auditLog\b|\b(update|delete\s+from|truncate)\s+(table\s+)?"?audit_log/i;

it('nothing in the server changes or removes a line of the audit', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    path => /\.(ts|sql)$/.test(path) && !path.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(path => REWRITES.test(readFileSync(`server/${path}`, 'utf8')))).toEqual([]);
});

it.each(['tx.delete(auditLog)', 'db.update( auditLog )', 'DELETE FROM audit_log', 'truncate "audit_log"'])(
  'would notice %s',
  source => expect(source).toMatch(REWRITES),
);
