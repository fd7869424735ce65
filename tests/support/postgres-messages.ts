/** PostgreSQL's wire protocol, as far as one must read it to know where a statement ends and where its answer does. */

/** One message with its type; `bytes` are all of it, as it travels. */
export type Message = { type: string; bytes: Buffer };

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
const HEAD_BYTES = TYPE_BYTES + LENGTH_BYTES;

/** Cuts a stream into messages. The first one of a client has no type: it is named `startup`. */
export function readMessages(from: 'client' | 'server'): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = from === 'client';
  return chunk => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (let size = sizeOf(rest, isFirst); size <= rest.length; size = sizeOf(rest, isFirst)) {
      const bytes = rest.subarray(0, size);
      messages.push({ type: isFirst ? 'startup' : String.fromCharCode(bytes[0] ?? 0), bytes });
      rest = rest.subarray(size);
      isFirst = false;
    }
    return messages;
  };
}

/** How long the message at the beginning is; endless while that is not known. */
function sizeOf(bytes: Buffer, isStartup: boolean): number {
  if (isStartup) return bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : bytes.readInt32BE(0);
  if (bytes.length < HEAD_BYTES) return Number.POSITIVE_INFINITY;
  return TYPE_BYTES + bytes.readInt32BE(TYPE_BYTES);
}

/** Whether the server answers once it has this: Query, or the Sync that ends a prepared one. */
export function endsStatement({ type }: Message): boolean {
  return type === 'Q' || type === 'S';
}

/** Whether the server waits for the next statement now. */
export function isReadyForQuery({ type }: Message): boolean {
  return type === 'Z';
}

/** What the messages of a statement ask for, for whoever reads a failure: its text, or the name that it goes by. */
export function wordsOf(messages: readonly Message[]): string {
  const texts = messages.flatMap(({ type, bytes }) => {
    const [first = '', second = ''] = bytes.toString('utf8', HEAD_BYTES).split('\0', 2);
    if (type === 'Q') return first;
    if (type === 'P') return second;
    return [];
  });
  return texts.join('; ') || `prepared before: ${nameOfBound(messages)}`;
}

function nameOfBound(messages: readonly Message[]): string {
  const bind = messages.find(({ type }) => type === 'B');
  return bind?.bytes.toString('utf8', HEAD_BYTES).split('\0', 2)[1] ?? '?';
}
