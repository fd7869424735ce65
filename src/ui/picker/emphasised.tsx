import type { Span } from './match.ts';

/** Bold where it was meant; spans neither touch the order of the letters nor put spaces between them. */
export function Emphasised({ text, spans }: { text: string; spans: readonly Span[] }) {
  let done = 0;
  const parts = spans.flatMap(({ from, to }) => {
    const before = text.slice(done, from);
    done = to;
    return [<span key={`before ${from}`}>{before}</span>, <b key={from}>{text.slice(from, to)}</b>];
  });
  return [...parts, <span key="rest">{text.slice(done)}</span>];
}
