const [LF, CR] = [10, 13];

/** A longer line comes in parts: a file that is no text is not held as one line. */
const LINE_MAX = 4 * 1024 * 1024;

type LineHandlers = {
  onLine: (bytes: Uint8Array, from: number, end: number) => void;
  /** The part of an unfinished line that has to be held. */
  partNeeded: (line: Uint8Array) => Uint8Array;
};

/** Cuts a file that comes piece by piece at any of the three line ends. */
export function createLineCutter({ onLine, partNeeded }: LineHandlers) {
  let held: Uint8Array = new Uint8Array();
  let [isCut, endsInCr] = [false, false];

  const give = (bytes: Uint8Array, from: number, end: number) => {
    if (held.length === 0) return onLine(bytes, from, end);
    const line = isCut ? held : joined(held, bytes.subarray(from, end));
    held = new Uint8Array();
    isCut = false;
    onLine(line, 0, line.length);
  };

  const hold = (part: Uint8Array, isLast: boolean) => {
    if (!isCut) held = joined(held, part);
    if (held.length === 0) return;
    if (isLast || held.length > LINE_MAX) return give(part, 0, 0);
    const needed = partNeeded(held);
    isCut ||= needed.length < held.length;
    held = needed.slice();
  };

  return (piece: Uint8Array, isLast: boolean): void => {
    let from = endsInCr && piece[0] === LF ? 1 : 0;
    for (let end = lineEnd(piece, from); end < piece.length; end = lineEnd(piece, from)) {
      give(piece, from, end);
      from = end + (piece[end] === CR && piece[end + 1] === LF ? 2 : 1);
    }
    endsInCr = piece.at(-1) === CR;
    hold(piece.subarray(from), isLast);
  };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
