/** What was found or installed, or why it is missing. */
export type Tools = {
  chromium: { path: string; error?: never } | { error: string; path?: never };
  postgres: { bin: string; error?: never } | { error: string; bin?: never };
};

export function findTools(): Promise<Tools>;
