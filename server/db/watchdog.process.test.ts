import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

const STAND_STILL = 'const until = performance.now() + ms; while (performance.now() < until);';

/** A process with a watchdog that ends it after a second, and what came of it. */
async function run(
  body: string,
  meanwhile: (child: ChildProcess) => unknown = () => undefined,
): Promise<{ code: number | null; signal: string | null; said: string }> {
  const start = "const { startWatchdog } = await import('./server/db/watchdog.ts');";
  const script = `${start} const dog = await startWatchdog({ standstillMs: 1_000, lookMs: 50 }); dog.watch();
    const standStill = ms => { ${STAND_STILL} }; ${body}`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  const said = text(child.stderr);
  void meanwhile(child);
  const [code, signal] = await once(child, 'close');
  return { code, signal, said: await said };
}

it('a process whose loop stands still is killed, and a line says why', async () => {
  const { signal, said } = await run('standStill(60_000);');
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(said)).toMatchObject({ level: 'error', event: 'watchdog.killed' });
});

it('one that works with breaths in between is not, nor one that has said that it will not breathe', async () => {
  const breathing =
    'for (let time = 0; time < 8; time += 1) { standStill(200); await new Promise(setImmediate); }';
  const busy = 'await dog.unwatched(async () => standStill(2_000));';
  expect(await run(`${breathing} ${busy} await dog.close();`)).toEqual({ code: 0, signal: null, said: '' });
});

it('a process that was suspended for longer is not killed when it wakes', async () => {
  const body = "console.log('begun'); await new Promise(done => setTimeout(done, 1_500)); await dog.close();";
  const suspend = async (child: ChildProcess) => {
    if (child.stdout) await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    await pause(2_000);
    child.kill('SIGCONT');
  };
  expect(await run(body, suspend)).toEqual({ code: 0, signal: null, said: '' });
});
