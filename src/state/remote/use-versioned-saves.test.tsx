import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { deferred } from '#kit/deferred.ts';
import { failure, success } from '#kit/result.ts';
import { type RemotePhone, remotePhone } from '#tests/support/screen.tsx';
import { type SaveOutcome, useVersionedSaves, type VersionedSaves } from './use-versioned-save.ts';

const lost = problem('offline');

let phone: RemotePhone;
let saves: VersionedSaves<string, string>;
let isAnswered: boolean;
/** When the server answers the question what it has. */
let reading: ReturnType<typeof deferred>;
const checked: [number, SaveOutcome<string, string>['is']][] = [];

function Saving() {
  const versioned = useVersionedSaves<string, string>(
    () => ({
      send: async sent => (isAnswered ? success(sent) : failure(lost)),
      async read() {
        await reading.promise;
        return success('mine');
      },
      isSaved: (stored, sent) => stored === sent,
      isBase: () => true,
      readsLater: true,
    }),
    (key, { is }) => checked.push([key, is]),
  );
  saves = versioned;
  return <output>{[1, 2].map(key => versioned.stateOf(key).step).join(' ')}</output>;
}

const shown = () => screen.getByRole('status').textContent;

beforeEach(async () => {
  checked.length = 0;
  isAnswered = false;
  reading = deferred();
  phone = await remotePhone(() => new Response());
  phone.show(<Saving />);
  await act(async () => {
    await saves.save(1, 'mine');
    await saves.save(2, 'other');
  });
});

test('what was lost stays unknown until all are asked about', async () => {
  expect(shown()).toBe('unknown unknown');
  act(() => void saves.checkAll());
  expect(shown()).toBe('checking checking');
  await act(async () => reading.resolve());
  expect(shown()).toBe('saved failed');
  expect(checked).toEqual([
    [1, 'saved'],
    [2, 'failed'],
  ]);
});

test('what is saved again while it is asked about is told by the newer save alone', async () => {
  act(() => void saves.check(2));
  isAnswered = true;
  await act(() => saves.save(2, 'other'));
  expect(shown()).toBe('unknown saved');
  await act(async () => reading.resolve());
  expect(shown()).toBe('unknown saved');
  expect(checked).toEqual([]);
});
