import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { problem } from '#api/problem.ts';
import { createTransport } from '#api/transport.ts';
import { createClient } from '#contract/credentials.ts';
import { answerOf } from '#tests/support/network.ts';
import { ErrorBox } from './error-box.tsx';

/** What the real transport makes of an answer to the creation of a client. */
async function problemOf(answer: () => Response) {
  const transport = createTransport({
    origin: 'http://api.test',
    zone: 'Europe/Moscow',
    sendsKeys: false,
    fetch: async () => answer(),
  });
  const read = await transport(createClient, { name: 'Склад', redirect: 'https://a.test' });
  return read.ok ? expect.fail('it was taken') : read.problem;
}

const GENERIC = 'Whoops! Something went wrong!Something went wrong. Please try again.';
const UNKNOWN = 'Возможно, это уже сделано.';

describe('the error box', () => {
  it('shows all messages of a body, and not what it says as a whole', async () => {
    const errors = { name: ['The name is taken.', 'Too long.'], redirect: ['The redirect must be a URL.'] };
    const answer = () => answerOf({ message: 'The given data was invalid.', errors }, 422);
    render(<ErrorBox problem={await problemOf(answer)} unknownOutcomeText={UNKNOWN} />);
    const items = screen.getAllByRole('listitem').map(item => item.textContent);
    expect(items).toEqual(['The name is taken.', 'Too long.', 'The redirect must be a URL.']);
    expect(screen.getByText('Whoops! Something went wrong!').lang).toBe('en');
    expect(document.body.textContent).not.toContain('given data');
  });

  it('says what a body without fields says as a whole', async () => {
    render(
      <ErrorBox
        problem={await problemOf(() => answerOf({ message: 'Клиентов уже 50' }, 422))}
        unknownOutcomeText={UNKNOWN}
      />,
    );
    expect(screen.getByRole('alert').textContent).toBe('Whoops! Something went wrong!Клиентов уже 50');
  });

  it.each([
    ['a string in JSON', () => answerOf('no', 422), ''],
    ['an object without words', () => answerOf({ message: '' }, 403), ''],
    ['no JSON', () => new Response('<html>', { status: 422 }), UNKNOWN],
    ["somebody else's page", () => new Response('<html>'), UNKNOWN],
    ['nothing', () => new Response('', { status: 500 }), UNKNOWN],
  ])('says the generic sentence for %s', async (_what, answer, known) => {
    render(<ErrorBox problem={await problemOf(answer)} unknownOutcomeText={UNKNOWN} />);
    expect(screen.getByRole('alert').textContent).toBe(GENERIC + known);
  });

  it.each([
    ['offline', UNKNOWN],
    ['timeout', UNKNOWN],
    ['unauthenticated', 'Сессия закончилась: войдите снова.'],
    ['throttled', 'Сервер просит подождать: слишком много запросов.'],
  ] as const)('says what is known after %s', (kind, known) => {
    render(<ErrorBox problem={problem(kind)} unknownOutcomeText={UNKNOWN} />);
    expect(screen.getByRole('alert').textContent).toBe(GENERIC + known);
  });

  it('takes the focus each time, and is not there without a problem', () => {
    const { rerender } = render(<ErrorBox problem={null} unknownOutcomeText={UNKNOWN} />);
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(<ErrorBox problem={problem('offline')} unknownOutcomeText={UNKNOWN} />);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    (document.activeElement as HTMLElement).blur(); // the box, as just seen
    rerender(<ErrorBox problem={problem('offline')} unknownOutcomeText={UNKNOWN} />);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
  });
});
