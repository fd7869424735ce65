import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isDataSaverOn, useDataSaver } from './data-saver.ts';

const setConnection = (connection: object | undefined) => vi.stubGlobal('navigator', { connection });

it.each([
  ['no word of the connection', undefined, false],
  ['a fast one', { saveData: false, effectiveType: '4g' }, false],
  ['the wish to save', { saveData: true, effectiveType: '4g' }, true],
  ['2g', { effectiveType: '2g' }, true],
  ['slow 2g', { saveData: false, effectiveType: 'slow-2g' }, true],
])('%s', (_, connection, saves) => {
  setConnection(connection);
  expect(isDataSaverOn()).toBe(saves);
});

function Shown() {
  return <p>{useDataSaver() ? 'saves' : 'spends'}</p>;
}

it('is told live', () => {
  const connection = Object.assign(new EventTarget(), { saveData: false });
  setConnection(connection);
  const { getByText } = render(<Shown />);
  getByText('spends');
  act(() => {
    connection.saveData = true;
    connection.dispatchEvent(new Event('change'));
  });
  getByText('saves');
});
