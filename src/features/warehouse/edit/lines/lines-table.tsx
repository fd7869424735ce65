import { EmptyState } from '#ui/page-states.tsx';
import { LINE_FIELDS } from './line-errors.ts';
import { texts } from './texts.ts';
import type { Lines } from './use-lines.ts';

export type LinesTableProps = { lines: Lines; readOnly: boolean };

/** The lines of a document, to be edited where they may be. */
export function LinesTable({ lines, readOnly }: LinesTableProps) {
  if (lines.lines.length === 0) return <EmptyState>{texts.empty}</EmptyState>;
  return (
    <table>
      <caption>{texts.caption}</caption>
      <tbody>
        {lines.lines.map((line, index) => (
          <tr key={line.key}>
            <td>{index + 1}</td>
            <th scope="row">{line.title}</th>
            {LINE_FIELDS.map(field => (
              <td key={field}>
                {readOnly ? (
                  line[field]
                ) : (
                  <input
                    value={line[field]}
                    aria-label={texts.ofLine(texts[field], index + 1)}
                    onChange={event => lines.change(line.key, field, event.target.value)}
                  />
                )}
              </td>
            ))}
            <td>
              <button type="button" onClick={() => lines.remove(line.key)}>
                {texts.remove(index + 1)}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
