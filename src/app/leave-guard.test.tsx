import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { BASE, paths } from '#domain/paths.ts';
import { type GuardedHistory, guardedHistory } from './leave-guard.ts';
import { screenAt } from './routes.tsx';

type ShownProps = { history: GuardedHistory };

function Shown({ history }: ShownProps) {
  const [shown, setShown] = useState('');
  useLayoutEffect(() => history.listen(({ location }) => setShown(location.pathname)), [history]);
  return <output>{shown}</output>;
}

test('a screen whose code is there is drawn with the tap; while it is loaded the old one stays', async () => {
  const history = guardedHistory();
  render(<Shown history={history} />);
  const shown = () => screen.getByRole('status').textContent;
  await screenAt(paths.notFound)?.component.preload();
  act(() => {
    flushSync(() => history.push(BASE + paths.notFound));
    expect(shown()).toBe(BASE + paths.notFound);
    flushSync(() => history.push(BASE + paths.forbidden));
    expect(shown()).toBe(BASE + paths.notFound);
  });
  expect(shown()).toBe(BASE + paths.forbidden);
});
