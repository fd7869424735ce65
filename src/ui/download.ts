/** A text as a file on its way to the device; `name` with its ending. */
export type Download = { text: string; name: string; type: string };

const REVOKE_AFTER_MS = 10_000;

/** Gives a text to the browser as a file; works without a network. */
export function download({ text, name, type }: Download): void {
  downloadBlob(new Blob([text], { type }), name);
}

/** The same with what is no text. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

const NAME_MAX = 80;

/** A name that every file system takes, with the ending; `fallback` if nothing of it is left. */
export function fileName(text: string, ending: string, fallback: string): string {
  const safe = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
    .replace(/[\\/:*?"<>|\x00-\x1f\x7f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const short = [...safe].slice(0, NAME_MAX).join('').trim();
  return `${short || fallback}.${ending}`;
}
