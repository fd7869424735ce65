// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ALL,
  ANY,
  amount,
  group,
  leaf,
  OF_OWNER,
  OWNER,
  policyWith,
  SUM,
  sampleTree,
} from '#tests/support/condition-samples.ts';
import { focusLine, linesOf, openDesk } from '#tests/support/policy-desk.tsx';
import { setWidth } from '#tests/support/screen.tsx';

beforeEach(() => setWidth(1280));
afterEach(cleanup);

const focused = () => document.activeElement?.textContent;
const keys = (text: string) => userEvent.keyboard(text);

describe('by keyboard', () => {
  it.each([
    ['{ArrowDown}', ALL, SUM('1')],
    ['{ArrowUp}', SUM('1'), ALL],
    ['{ArrowUp}', ALL, ALL],
    ['{ArrowDown}', SUM('3'), SUM('3')],
    ['{End}', ALL, SUM('3')],
    ['{Home}', SUM('3'), ALL],
    ['{ArrowRight}', ANY, SUM('2')],
    ['{ArrowRight}', SUM('1'), SUM('1')],
    ['{ArrowLeft}', SUM('2'), ANY],
    ['п', ALL, OF_OWNER],
    ['заявка: п', ALL, OWNER],
    ['any', ALL, ANY],
    ['щ', SUM('1'), SUM('1')],
  ])('%s goes from «%s» to «%s»', async (pressed, from, to) => {
    const desk = openDesk(sampleTree());
    focusLine(from);
    await keys(pressed);
    expect(focused()).toBe(to);
    expect(desk.selected()).toBeNull();
  });

  it('folds with ←, unfolds with →, and * unfolds all siblings', async () => {
    openDesk(policyWith(group('allOf', group('anyOf', amount('1')), group('allOf', amount('2')))));
    const [, first, , second] = linesOf();
    first?.focus();
    await keys('{ArrowLeft}');
    second?.focus();
    await keys('{ArrowLeft}');
    expect(linesOf()).toHaveLength(3);
    await keys('{ArrowRight}');
    expect(linesOf()).toHaveLength(4);
    await keys('{ArrowLeft}*');
    expect(linesOf()).toHaveLength(5);
  });

  it('Space selects and stays; Enter goes on to the fields, Escape comes back', async () => {
    const desk = openDesk(sampleTree());
    focusLine(SUM('3'));
    await keys(' ');
    expect(desk.selected()?.steps).toEqual([{ list: 'children', index: 2 }]);
    expect(focused()).toBe(SUM('3'));
    await keys('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Вид условия' }));
    await keys('{Escape}');
    expect(focused()).toBe(SUM('3'));
  });

  it.each(['{Insert}', '+'])(
    '%s adds a condition in the group, selected and with the focus',
    async pressed => {
      const desk = openDesk(sampleTree());
      focusLine(ANY);
      await keys(pressed);
      expect(focused()).toBe('не выбрано: вид условия');
      expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
      expect(desk.policy().target.children[1]?.children).toHaveLength(3);
      expect(screen.getByText('Условие добавлено')).toBeTruthy();
    },
  );

  it('Insert on a single condition adds beside it, on a hasOne in it', async () => {
    const desk = openDesk(sampleTree());
    focusLine(SUM('1'));
    await keys('{Insert}');
    expect(desk.policy().target.children).toHaveLength(4);
    focusLine(OWNER);
    await keys('{Insert}');
    expect(desk.policy().target.children[1]?.children[1]?.relatedModel).toEqual([leaf('user'), leaf('user')]);
  });

  it('Insert unfolds the group into which it adds', async () => {
    openDesk(sampleTree());
    focusLine(ANY);
    await keys('{ArrowLeft}{Insert}');
    expect(focused()).toBe('не выбрано: вид условия');
  });

  it.each([
    ['the next sibling', SUM('1'), ANY],
    ['the one before, of the last', SUM('3'), ANY],
    ['the group, of the only one', OF_OWNER, OWNER],
  ])('Delete removes and goes to %s', async (_, from, to) => {
    openDesk(sampleTree());
    focusLine(from);
    await keys('{Delete}');
    expect(focused()).toBe(to);
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  });

  it('Delete on the root is refused, and nothing moves', async () => {
    const desk = openDesk(sampleTree());
    focusLine(ALL);
    await keys('{Delete}');
    expect(desk.refusals).toEqual(['rootStays']);
    expect(focused()).toBe(ALL);
  });

  it('Alt+↓ and Alt+↑ move the condition, follow it and say where it is', async () => {
    const desk = openDesk(sampleTree());
    focusLine(SUM('1'));
    await keys('{Alt>}{ArrowDown}{/Alt}');
    expect(focused()).toBe(SUM('1'));
    expect(desk.policy().target.children[1]).toEqual(amount('1'));
    expect(screen.getByText('Условие теперь 2 из 3')).toBeTruthy();
    await keys('{Alt>}{ArrowUp}{/Alt}');
    expect(desk.policy().target.children[0]).toEqual(amount('1'));
    await keys('{Alt>}{ArrowUp}{/Alt}');
    expect(desk.refusals).toEqual(['firstAlready']);
    expect(focused()).toBe(SUM('1'));
  });

  it.each(['{Control>}d{/Control}', '{Control>}в{/Control}'])(
    '%s duplicates, and goes to the copy',
    async pressed => {
      const desk = openDesk(sampleTree());
      focusLine(SUM('3'));
      // The emulator does not know the Russian layout: the key by its place is given with the letter.
      if (pressed.includes('в')) {
        const press = new KeyboardEvent('keydown', { key: 'в', code: 'KeyD', ctrlKey: true, bubbles: true });
        await vi.waitFor(() => document.activeElement?.dispatchEvent(press));
      } else await keys(pressed);
      await vi.waitFor(() => expect(desk.policy().target.children).toHaveLength(4));
      expect(document.activeElement).toBe(linesOf().at(-1));
    },
  );

  it('leaves the keys of the browser alone', async () => {
    const desk = openDesk(sampleTree());
    const before = desk.policy();
    focusLine(SUM('3'));
    await keys('{Control>}f{/Control}{Alt>}{ArrowLeft}{/Alt}{F5}');
    expect(desk.policy()).toBe(before);
    expect(focused()).toBe(SUM('3'));
  });

  it('shows its keys', () => {
    openDesk(sampleTree());
    expect(screen.getByText(/Alt\+↑ ↓ — переместить, Ctrl\+D — дублировать/)).toBeTruthy();
  });
});
