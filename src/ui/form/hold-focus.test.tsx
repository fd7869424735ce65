import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { holdFocusWhilePressed } from './hold-focus.ts';
import { PhoneField } from './phone-field.tsx';

const REMARK = /^Не хватает/;
const onPress = vi.fn();

function TwoPhones() {
  const [value, setValue] = useState('12');
  return (
    <>
      <PhoneField label="Первый" value={value} onChange={setValue} />
      <button type="button" onClick={() => onPress()}>
        Дальше
      </button>
      <PhoneField label="Второй" value="" onChange={() => {}} />
    </>
  );
}

const user = userEvent.setup();
const field = (label: string) => screen.getByLabelText(label);
const button = () => screen.getByRole('button');
const isSaid = () => screen.queryByText(REMARK) !== null;

beforeEach(async () => {
  onTestFinished(holdFocusWhilePressed());
  onPress.mockClear();
  render(<TwoPhones />);
  await user.click(field('Первый'));
});

it('a field that is left by a press says what is wrong at its end, before the click', async () => {
  await user.pointer({ keys: '[MouseLeft>]', target: button() });
  expect([document.activeElement, isSaid()]).toEqual([button(), false]);
  await user.pointer({ keys: '[/MouseLeft]', target: button() });
  expect([onPress.mock.calls.length, isSaid()]).toEqual([1, true]);
});

it('what a press takes away stays to its end', async () => {
  await user.click(button());
  await user.pointer({ keys: '[MouseLeft>]', target: field('Первый') });
  expect(isSaid()).toBe(true);
  await user.pointer({ keys: '[/MouseLeft]', target: field('Первый') });
  expect(isSaid()).toBe(false);
});

it('by keyboard it is said at once', async () => {
  await user.tab();
  expect(isSaid()).toBe(true);
});

it.each([
  ['over something else', () => fireEvent.pointerUp(document.body)],
  ['by a scroll that begins with it', () => fireEvent.pointerCancel(button())],
  ['outside the page', () => fireEvent.pointerMove(document.body, { buttons: 0 })],
  ['unseen, before a key', () => fireEvent.keyDown(button(), { key: 'Tab' })],
])('a press that ends %s holds nothing back', async (_, end) => {
  await user.pointer({ keys: '[MouseLeft>]', target: button() });
  end();
  await vi.waitFor(() => expect(isSaid()).toBe(true));
  expect(onPress).not.toHaveBeenCalled();
});

it('another button of the mouse holds nothing back', async () => {
  await user.pointer({ keys: '[MouseRight>]', target: button() });
  expect(isSaid()).toBe(true);
});
