import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { remotePhone } from '#tests/support/screen.tsx';
import { CredentialsScreen } from './credentials-screen.tsx';

test('three panels have the headings of the specification, each with what it is in Russian', async () => {
  const phone = await remotePhone(() => answerOf([]));
  phone.show(<CredentialsScreen />);
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ['OAuth clients', 'en'],
    ['Authorized applications', 'en'],
    ['Personal access tokens', 'en'],
  ]);
  for (const name of ['OAuth clients', 'Authorized applications', 'Personal access tokens'])
    expect(screen.getByRole('region', { name }).textContent).toMatch(/[а-я]{4}/);
});

test.each(['/oauth/clients', '/oauth/tokens', '/oauth/personal-access-tokens'])(
  'a panel that this server does not offer (%s) leaves the others alone',
  async path => {
    const phone = await remotePhone(({ url }) =>
      url.endsWith(path) ? answerOf({ message: 'no route' }, 404) : answerOf([]),
    );
    phone.show(<CredentialsScreen />);
    expect(await screen.findAllByText(/Этот сервер не дает/)).toHaveLength(1);
    expect(screen.getAllByRole('region')).toHaveLength(3);
  },
);
