import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { writeAnswer } from './http-bytes.ts';

const BASE = '/application/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/**
 * The answer with a file of that folder, read anew each time, so that another build can take its place. A screen's
 * address, which has no extension, gets the page; null is for what only the server knows, such as config.json.
 */
export async function answerFromFolder(folder: string, path: string): Promise<Buffer | null> {
  if (!path.startsWith(BASE)) return null;
  const wanted = normalize(decodeURIComponent(path.slice(BASE.length)));
  if (wanted.split(sep).includes('..')) return null;
  const name = extname(wanted) === '' ? 'index.html' : wanted;
  const body = await readIfThere(join(folder, name));
  if (!body) return null;
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return writeAnswer('200 OK', { 'Content-Type': type, 'Cache-Control': 'no-cache' }, body);
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
