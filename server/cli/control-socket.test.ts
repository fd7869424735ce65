/** What a command needs of whoever gives it, while a running server carries it out: files, a secret, eyes. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyIo } from '#tests/support/admin.ts';
import { seedHostile } from '#tests/support/seed-hostile.ts';
import { createTestServer } from '#tests/support/server.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { readCopyFile } from '../db/copy/file.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { LogEntry } from '../db/deps.ts';
import { askServer } from './admin/ask-server.ts';
import { type AdminCommand, adminCommand, type CommandIo, Refused } from './admin/command.ts';
import { COMMANDS } from './admin/commands.ts';
import { EXPORT_SETS } from './admin/export-sets.ts';
import { type ControlSocket, openControlSocket, socketOf } from './control-socket.ts';
import { readEnvironment } from './environment.ts';

const BIG = Buffer.alloc(3_000_000, 'чужой байт\n');

const nothing = { usage: '', details: [], read: () => undefined };

/** Commands that do nothing else than use the command io. */
const TRIALS: AdminCommand[] = [
  adminCommand({
    ...nothing,
    name: 'trial:copy',
    summary: 'reads a file, writes it and tells its length and the secret',
    needs: () => ({ reads: 'in', writes: 'out', asks: { words: 'Secret', isNew: true } }),
    run: async context => {
      let bytes = 0;
      for await (const chunk of context.input) {
        bytes += chunk.length;
        context.progress(`${bytes}`);
        await context.output(chunk);
      }
      return [`${bytes}`, context.secret];
    },
  }),
  adminCommand({
    ...nothing,
    name: 'trial:refuse',
    summary: 'refuses after the first bytes',
    needs: () => ({ reads: 'in' }),
    run: async context => {
      for await (const chunk of context.input) throw new Refused(`not this: ${chunk.length}`);
      return [];
    },
  }),
];

let folder: string;
let opened: OpenDatabase;
let control: ControlSocket;
const logged: LogEntry[] = [];
// The list is only read by everybody else.
const list = COMMANDS as AdminCommand[];

beforeAll(async () => {
  list.push(...TRIALS);
  folder = mkdtempSync(join(tmpdir(), 'promo-io-'));
  opened = await openTestDatabase();
  await seedHostile(opened.db, Date.now());
  const env = { ...readEnvironment({}), dataDir: folder, clientSecret: 'known to phones' };
  const context = { db: opened.db, engine: opened.engine, now: Date.now, env };
  control = await openControlSocket(folder, context, entry => logged.push(entry));
});
beforeEach(() => {
  logged.length = 0;
});
afterAll(async () => {
  list.splice(-TRIALS.length);
  await control.close();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* inParts(bytes: Buffer, size = 700_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** An io that keeps what it gets. */
function keepingIo(rest: Partial<CommandIo> = {}) {
  const seen: string[] = [];
  const made: Buffer[] = [];
  const io: CommandIo = {
    ...emptyIo(),
    progress: line => void seen.push(line),
    output: async chunk => void made.push(Buffer.from(chunk)),
    ...rest,
  };
  return { io, seen, made: () => Buffer.concat(made) };
}

const ask = (io: CommandIo, ...args: string[]) =>
  askServer(folder, { args, readsFile: args[0]?.startsWith('trial') ?? false, io });

describe('over the socket', () => {
  it('a file goes there and comes back byte for byte, with progress and a secret', async () => {
    const { io, seen, made } = keepingIo({ input: inParts(BIG), secret: 'пароль "с кавычками"\n' });
    const outcome = await ask(io, 'trial:copy');
    expect(outcome).toEqual({ exit: 0, lines: [String(BIG.length), 'пароль "с кавычками"\n'] });
    expect(made().equals(BIG)).toBe(true);
    expect(seen.at(-1)).toBe(String(BIG.length));
  });

  it('a refusal comes before the file has gone over, and ends the sending', async () => {
    const { io } = keepingIo({ input: inParts(Buffer.concat([BIG, BIG, BIG])) });
    const outcome = await ask(io, 'trial:refuse');
    expect(outcome).toMatchObject({ exit: 1, lines: [expect.stringContaining('not this')] });
  });

  it('a file that breaks off here is never taken for a whole one there', async () => {
    const breaking = async function* () {
      yield Buffer.from('beginning');
      throw new Error('the disk is gone');
    };
    await expect(ask(keepingIo({ input: breaking() }).io, 'trial:copy')).rejects.toThrow('the disk is gone');
    await expect.poll(() => logged).toMatchObject([{ event: 'admin.failed', command: 'trial:copy' }]);
  });

  it('what cannot be kept here ends the work there, and the next command is served', async () => {
    const full = async () => {
      throw new Refused('на диске нет места');
    };
    await expect(ask(keepingIo({ output: full }).io, 'backup', 'f')).rejects.toThrow('нет места');
    const { io, made } = keepingIo();
    expect(await ask(io, 'export', '--of', 'users')).toMatchObject({ exit: 0 });
    expect(made().toString()).toContain('promoter@test.example');
    expect(readdirSync(folder)).toEqual(['admin.sock']);
  });
});

async function startBackup() {
  const socket = createConnection(socketOf(folder) ?? '');
  await once(socket, 'connect');
  socket.write(`${JSON.stringify({ args: ['backup', 'f'], secret: '' })}\n`);
  await once(socket, 'data');
  return socket;
}

describe('a copy of everything', () => {
  it('is whole, with the secret that phones know', async () => {
    const { io, seen, made } = keepingIo();
    const outcome = await ask(io, 'backup', 'f');
    expect(outcome).toMatchObject({ exit: 0, lines: [expect.stringContaining('Копия f готова: 29 таблиц')] });
    expect(seen).toHaveLength(29);
    const kinds = new Map<string, unknown>();
    for await (const part of readCopyFile(inParts(made()))) kinds.set(part.kind, part);
    expect(kinds.get('secret')).toEqual({ kind: 'secret', secret: 'known to phones' });
    expect([...kinds.keys()].at(-1)).toBe('end');
  });

  it('does not keep anybody waiting for whoever gave the command: they may be slow, or gone', async () => {
    const slow = await startBackup();
    slow.pause();
    const gone = await startBackup();
    gone.destroy();
    expect(await ask(emptyIo(), 'request:advance', '99', '--state', 'done')).toMatchObject({ exit: 1 });
    const rest = text(slow);
    expect((await rest).trimEnd().endsWith('{"exit":0}')).toBe(true);
  });

  it('is made for two at once', async () => {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const { io, made } = keepingIo();
        await ask(io, 'backup', 'f');
        return buffer(inParts(made()));
      }),
    );
    for (const made of both) {
      const parts: string[] = [];
      for await (const { kind } of readCopyFile(inParts(made))) parts.push(kind);
      expect(parts.at(-1)).toBe('end');
    }
  });
});

it.each(Object.keys(EXPORT_SETS))('%s are exported whole, for spreadsheets and for programs', async of => {
  const { io, made } = keepingIo();
  expect(await ask(io, 'export', '--of', of)).toMatchObject({ exit: 0 });
  expect(made().toString()).toMatch(/^\uFEFF№;/);
  const lines = keepingIo();
  const outcome = await ask(lines.io, 'export', '--of', of, '--format', 'jsonl');
  const rows = lines.made().toString().trimEnd().split('\n');
  for (const row of rows) expect(Object.keys(JSON.parse(row))).toContain('id');
  expect(outcome).toMatchObject({ exit: 0, lines: [expect.stringContaining(`${of}, ${rows.length} `)] });
  expect(lines.made().toString()).not.toContain('argon2');
});

it('a command for which nobody may have the data is not done by the server that has it', async () => {
  expect(await ask(emptyIo(), 'migrate-to', 'postgres://nobody@127.0.0.1/x')).toEqual({
    exit: 2,
    lines: ['Эту команду сервер не выполняет'],
  });
});

describe('the socket', () => {
  const ADVANCE = ['request:advance', '1', '--state', 'done'];
  let own: string;
  beforeEach(() => {
    own = mkdtempSync(join(tmpdir(), 'promo-socket-'));
    return () => rmSync(own, { recursive: true, force: true });
  });

  const open = async (dataDir = own) => {
    const server = await createTestServer();
    const context = {
      db: server.db,
      engine: 'postgres' as const,
      now: server.clock,
      env: readEnvironment({}),
    };
    const control = await openControlSocket(dataDir, context, entry => logged.push(entry));
    return { server, control };
  };

  const askIn = (dataDir: string, args: string[]) =>
    askServer(dataDir, { args, readsFile: false, io: emptyIo() });

  const socketIn = (dataDir: string) => socketOf(dataDir) ?? '';

  it('says how a command ended, and nobody answers once it is closed', async () => {
    const { server, control } = await open();
    expect(await askIn(own, ADVANCE)).toEqual({ exit: 1, lines: ['Нет заявки 1'] });
    await control.close();
    await server.close();
    expect(await askIn(own, ADVANCE)).toBeUndefined();
    expect(existsSync(socketIn(own))).toBe(false);
  });

  it('takes the place of whatever a dead server has left there', async () => {
    writeFileSync(socketIn(own), '');
    const { server, control } = await open();
    expect(await askIn(own, ['request:pay'])).toMatchObject({ exit: 2 });
    await control.close();
    await server.close();
  });

  it('closes although somebody is connected and says nothing', async () => {
    const { server, control } = await open();
    const silent = createConnection(socketIn(own));
    await once(silent, 'connect');
    // An answer to somebody later: the server has taken up the silent one too.
    await askIn(own, ['--help']);
    const gone = once(silent, 'close');
    await control.close();
    await gone;
    await server.close();
  });

  it('tells of a failure without its details, which go to the log', async () => {
    const { server, control } = await open();
    await server.close();
    const broken = await openControlSocket(
      own,
      { db: undefined as never, engine: 'pglite', now: Date.now, env: readEnvironment({}) },
      entry => logged.push(entry),
    );
    expect(await askIn(own, ADVANCE)).toMatchObject({
      exit: 1,
      lines: [expect.stringContaining('Внутренняя ошибка сервера (TypeError)')],
    });
    expect(logged).toEqual([
      { level: 'error', event: 'admin.failed', name: 'TypeError', command: 'request:advance' },
    ]);
    await broken.close();
    await control.close();
  });

  it('keeps the server up where no socket can be made, and says so in the log', async () => {
    // A path that is too long the system would cut off, and listen somewhere else.
    for (const dataDir of [join(own, 'x'.repeat(200)), join(own, 'missing')]) {
      const { server, control } = await open(dataDir);
      await control.close();
      await server.close();
      expect(await askIn(dataDir, ADVANCE)).toBeUndefined();
    }
    const entry = { level: 'error', event: 'admin.socket_failed', name: expect.any(String) };
    expect(logged).toEqual([entry, entry]);
    expect(readdirSync(own)).toEqual([]);
  });
});
