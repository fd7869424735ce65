/** After `vite build`: a .br and a .gz beside every text file of dist, for servers that send them as they are. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { pageFingerprint } from './prepare.mjs';

const DIST = 'dist';
const TEXT = /\.(html|js|mjs|css|json|svg|webmanifest|txt|map)$/;

/** Smaller files travel in one packet anyway. */
const WORTH_BYTES = 512;

let before = 0;
let after = 0;

for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue;
  const file = join(DIST, name);
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_BYTES) continue;
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  before += bytes.length;
  after += brotli.length;
}

// `npm start` takes a build without this stamp for an interrupted one, and one with another for that of other sources.
writeFileSync(join(DIST, '.built'), pageFingerprint());

const kib = (size: number) => (size / 1024).toFixed(1);
console.log(`compressed ${kib(before)} KiB of text to ${kib(after)} KiB brotli`);
