import { measureModeration } from './tests/bench/moderation.ts';
import { print } from './tests/bench/print.ts';
import { writeFileSync } from 'node:fs';
const t = Date.now();
const f = await measureModeration(process.argv[2] === 'quick');
print('moderation', f, (Date.now() - t) / 1000);
writeFileSync('/tmp/bench/figures.json', JSON.stringify(f, null, 1));
