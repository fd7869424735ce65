/** What was found or installed, or why it is missing. */
export type Tools = {
  chromium: { path: string; error?: never } | { error: string; path?: never };
  postgres: { bin: string; error?: never } | { error: string; bin?: never };
  /** strace and systemd-analyze. */
  tracers: { error?: string };
};

/** `needs`: names of the above, which are installed where they are missing; without it a browser and PostgreSQL. */
export function findTools(needs?: readonly (keyof Tools)[]): Promise<Tools>;
