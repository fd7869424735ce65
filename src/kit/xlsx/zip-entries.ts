/** A file within a zip, as the zip's directory describes it. */
export type ZipEntry = { name: string; method: number; packed: number; unpacked: number; at: number };

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** How far from the end of a zip its directory's own end may be. */
const TAIL = 65_557;

/** An empty file has two bytes when it is packed. A longer one that is called empty may unpack to any size. */
const EMPTY_MAX = 2;

/** This bit of its flags says that the sizes of a file stand behind it, too. */
const HAS_DESCRIPTOR = 8;

/** The directory of a zip; null where there is none, and where its sizes cannot be believed. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) return null;
    const length = view.getUint16(at + 28, true);
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    const hasDescriptor = (view.getUint16(at + 8, true) & HAS_DESCRIPTOR) !== 0;
    if (entry.unpacked === 0 && (entry.packed > EMPTY_MAX || (entry.packed === 0 && hasDescriptor)))
      return null;
    entries.push(entry);
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOf(view: DataView): number | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - TAIL); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return null;
}

/** The bytes of one file of a zip, at most as many as the directory says. */
export async function unzip(bytes: Uint8Array, { at, method, packed, unpacked }: ZipEntry) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const data = bytes.slice(start, start + packed);
  if (method === 0) return data;
  const whole = new Uint8Array(unpacked);
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return whole;
    whole.set(value, length); // throws where there is more
    length += value.length;
  }
}
