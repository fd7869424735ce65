import { expect, it } from 'vitest';
import { readProblemBody } from './problem.ts';

it('reads validation of both Laravel generations alike', () => {
  const fields = { email: ['Такой Email уже занят.'] };
  expect(readProblemBody({ message: 'The given data was invalid.', errors: fields }).fields).toEqual(fields);
  expect(readProblemBody(fields).fields).toEqual(fields);
  expect(readProblemBody({ errors: { email: 'Такой Email уже занят.' } }).fields).toEqual(fields);
});

it('reads the message of Laravel, Passport and OAuth', () => {
  expect(readProblemBody({ error: 'Unauthenticated.' }).message).toBe('Unauthenticated.');
  expect(readProblemBody({ error: 'invalid_grant', error_description: 'No.' })).toMatchObject({
    message: 'No.',
    code: 'invalid_grant',
  });
});

it('says nothing for what is no object', () => {
  for (const raw of [null, 'Too Many Attempts.', [], 1])
    expect(readProblemBody(raw)).toEqual({ message: '', code: '', fields: {} });
});
