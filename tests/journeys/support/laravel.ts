import { onTestFinished } from 'vitest';
import type { Generation } from '#tests/support/laravel/call.ts';
import type { LaravelOptions } from '#tests/support/laravel/create-laravel.ts';
import { type LaravelServer, openLaravel } from '#tests/support/laravel/listen.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

export const GENERATIONS: Generation[] = ['5.4', '8'];

/** The firm's own backend for one test, to be given to whatever opens the app; ours stands behind it and knows all. */
export async function laravelBefore(
  behind: ServerProcess,
  options: Omit<LaravelOptions, 'upstream'>,
): Promise<ServerProcess & LaravelServer> {
  const laravel = await openLaravel(behind, options);
  onTestFinished(laravel.close);
  return { ...behind, ...laravel };
}
