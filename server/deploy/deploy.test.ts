/** The examples for whoever installs it: they name what there is. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { itIf } from '#tests/support/firm-on-postgres.ts';
import { LIMITS } from '../cli/listening.ts';
import { ROOT, SERVER_BUILD } from '../cli/prepare.mjs';

const folder = dirname(fileURLToPath(import.meta.url));
const root = `${folder}/../..`;
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const environment = readFileSync(`${root}/server/cli/environment.ts`, 'utf8');
const readme = readFileSync(`${folder}/README.md`, 'utf8');
const units = readdirSync(folder).filter(name => /\.(service|timer)$/.test(name));

it('names settings that the server reads, in the file, the units and the README', () => {
  const inFile = [...read('promo-field.env').matchAll(/^(?:# )?([A-Z_]+)='/gm)];
  const inUnits = units.flatMap(name => [...read(name).matchAll(/\b([A-Z_]{4,})=(?=\S)/g)]);
  const names = new Set([...inFile, ...inUnits].map(([, name = '']) => name));
  for (const own of ['NODE_ENV', 'TMPDIR', 'TSX_DISABLE_CACHE']) names.delete(own);
  expect(names).toContain('METRICS_PORT');
  for (const name of names) {
    expect(environment).toContain(`text('${name}')`);
    expect(readme).toContain(`\`${name}\``);
  }
});

it('tells every setting of the server in the README', () => {
  const settings = [...environment.matchAll(/text\('([A-Z_]+)'\)/g)].map(([, name]) => `\`${name}\``);
  expect(settings.filter(name => !readme.includes(name))).toEqual([]);
});

it('starts files that exist', () => {
  for (const name of [...units, 'backup.sh', 'promo-admin']) {
    const files = [...read(name).matchAll(/(?<!\.)\bserver\/[\w./-]+\.(?:ts|sh|mjs)/g)].map(([file]) => file);
    expect(files.filter(file => !existsSync(`${root}/${file}`))).toEqual([]);
  }
  // What `--prepare` has built there, and only that.
  expect(read('promo-field@.service')).toContain('ExecStartPre=node server/start.mjs --check\n');
  expect(read('promo-field@.service')).toContain(`ExecStart=node ${relative(ROOT, SERVER_BUILD)}/main.mjs`);
  for (const name of ['backup.sh', 'promo-admin']) {
    expect(spawnSync('sh', ['-n', `${folder}/${name}`]).status).toBe(0);
  }
});

it('ends the server alone, which has answers to finish before its PostgreSQL ends', () => {
  expect(read('promo-field@.service')).toContain('\nKillMode=mixed\n');
});

it('keeps connections to the server for a shorter time than the server does', () => {
  const kept = LIMITS.keepAliveTimeout / 1000;
  expect(Number(/keepalive_timeout (\d+)s/.exec(read('nginx.conf'))?.[1])).toBeLessThan(kept);
  expect(Number(/keepalive (\d+)s/.exec(read('Caddyfile'))?.[1])).toBeLessThan(kept);
});

it('sends what the worker needs for its scope, where nginx serves the page alone', () => {
  const conf = read('nginx-static.conf');
  expect(conf).toContain('/application/sw.js /application;');
  expect(conf).toContain('add_header Service-Worker-Allowed $promo_scope;');
});

/** Where the program is installed, the example is checked by itself. */
const has = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;

itIf(has('systemd-analyze', '--version'))('has units that systemd understands', () => {
  for (const name of units) {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', `${folder}/${name}`], {
      encoding: 'utf8',
    });
    const about = `${stdout}${stderr}`.split('\n').filter(line => line.includes('promo-field'));
    expect(about.filter(line => /unknown|invalid|failed to parse|ignoring/i.test(line))).toEqual([]);
  }
});
