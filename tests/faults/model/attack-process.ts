/**
 * A process for the stories of one kind of backend: each story leaves something in memory, and both kinds together are too
 * much for one process. Arguments: keyed or not, seed, runs. Sends what came of the crash points, and then of the stories.
 */
import { promisify } from 'node:util';
import { type Attack, attack, sweepCrashPoints } from './attack.ts';

const [, , kind, seed, runs] = process.argv;
const keyed = kind === 'keyed';
const send = promisify((said: Attack, sent: (error: Error | null) => void) => process.send?.(said, sent));

// Nobody listens any more.
process.once('disconnect', () => process.exit(1));

await send(await sweepCrashPoints({ keyed }));
await send(await attack({ seed: Number(seed), runs: Number(runs), keyed }));
process.exit();
