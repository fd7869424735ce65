/** The file is no .xlsx that can be read; the message tells the person what to do. */
export class BadXlsx extends Error {}

const ZIP = [0x50, 0x4b, 3, 4];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether the bytes are a spreadsheet's own format, of today or of old Excel, and not CSV. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return startsWith(bytes, ZIP) || isCompound(bytes);
}

/** Whether the bytes are of old Excel, or of an Office file with a password. */
export function isCompound(bytes: Uint8Array): boolean {
  return startsWith(bytes, COMPOUND);
}

function startsWith(bytes: Uint8Array, sign: readonly number[]): boolean {
  return sign.every((byte, at) => bytes[at] === byte);
}
