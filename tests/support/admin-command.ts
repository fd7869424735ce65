/** The command line's work inside this process, on a test server's data. */
import { type Outcome, outcomeOf, prepare } from '#server/cli/admin/dispatch.ts';
import { readEnvironment } from '#server/cli/environment.ts';
import { emptyIo } from './admin.ts';
import type { TestServer } from './server.ts';

/** What whoever gives the command has at hand; a file is given by what is in it. `written` gets what the command writes. */
export type Given = {
  secret?: string;
  file?: string | Uint8Array;
  progress?: (line: string) => void;
  written?: Uint8Array[];
};

/** Carries out one command as `npm run admin` would. */
export async function runAdminCommand(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  args: readonly string[],
  { secret = '', file, progress = () => undefined, written = [] }: Given = {},
): Promise<Outcome> {
  const prepared = prepare(args);
  if ('exit' in prepared) return prepared;
  if (prepared.place !== 'data') throw new Error(`${args[0]} does not work on the data`);
  const output = async (part: Uint8Array) => void written.push(part);
  const io = { ...emptyIo(), now: clock, secret, progress, input: partsOf(file), output };
  return outcomeOf(() => prepared.work({ ...io, db, env: readEnvironment({}) }));
}

/** In parts as small as a bad moment would make them: letters of several bytes are torn. */
async function* partsOf(file: string | Uint8Array = ''): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file);
  for (let at = 0; at < bytes.length; at += 7001) yield bytes.subarray(at, at + 7001);
}
