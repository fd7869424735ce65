// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConditionNode, emptyNode } from '#domain/policy/policy.ts';
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
import { focusLine, line, linesOf, openDesk, wordsOf } from '#tests/support/policy-desk.tsx';
import { setWidth } from '#tests/support/screen.tsx';

beforeEach(() => setWidth(1280));
afterEach(cleanup);

const focused = () => document.activeElement?.textContent;
const keys = (text: string) => userEvent.keyboard(text);

describe('the tree of conditions', () => {
  it('says each node in words, and what is not chosen yet', () => {
    const partial = (parts: Partial<ConditionNode>) => leaf('request', parts);
    openDesk(
      policyWith(
        group(
          'anyOf',
          emptyNode(null),
          partial({}),
          partial({ attribute: 'tofirm', comparisonType: 'number' }),
          partial({ attribute: 'tofirm', comparisonType: 'number', comparisonMethod: 'less' }),
          { ...amount('x'), comparisonMethod: 'between', compareValue: ['5', '7'] },
          leaf('user', {
            ...{ attribute: 'role', comparisonType: 'list' },
            ...{ comparisonMethod: 'in', compareValue: ['admin', 'moderator'] },
          }),
          group('allOf'),
        ),
      ),
    );
    expect(wordsOf()).toEqual([
      ANY,
      'не выбрано: вид условия',
      'Заявка · не выбрано: атрибут',
      'Заявка: Сумма фирме · не выбрано: сравнение',
      'Заявка: Сумма фирме меньше · не введено: значение',
      'Заявка: Сумма фирме между 5 и 7',
      'Пользователь: Роль входит в Администратор, Модератор',
      'allOf — все условия · пока пусто',
    ]);
  });

  it('tells readers level, place, siblings, and what is unfolded and selected', async () => {
    openDesk(sampleTree());
    const said = (name: string) =>
      linesOf().map(each => `${each.getAttribute('aria-level')} ${each.getAttribute(name)}`);
    expect(said('aria-posinset')).toEqual(['1 1', '2 1', '2 2', '3 1', '3 2', '4 1', '2 3']);
    expect(said('aria-setsize')).toEqual(['1 1', '2 3', '2 3', '3 2', '3 2', '4 1', '2 3']);
    expect(said('aria-expanded')).toEqual([
      '1 true',
      '2 null',
      '2 true',
      '3 null',
      '3 true',
      '4 null',
      '2 null',
    ]);
    await userEvent.click(line(SUM('2')));
    expect(linesOf().filter(each => each.getAttribute('aria-selected') === 'true')).toEqual([line(SUM('2'))]);
  });

  it('has one line in the order of Tab', async () => {
    openDesk(sampleTree());
    await userEvent.tab();
    expect(focused()).toBe(ALL);
    await keys('{ArrowDown}{ArrowDown}');
    expect(linesOf().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1, -1, -1, -1]);
  });

  it('puts related nodes under the hasOne', () => {
    openDesk(sampleTree());
    const [, , , , parent, related] = linesOf();
    expect(parent?.textContent).toBe(OWNER);
    expect(related?.textContent).toBe(OF_OWNER);
  });

  it('folds and unfolds by a press on the sign, without selecting', async () => {
    const desk = openDesk(sampleTree());
    const sign = () => line(ANY).querySelector<HTMLElement>('[data-fold]');
    await userEvent.click(sign() ?? document.body);
    expect(wordsOf()).toEqual([ALL, SUM('1'), ANY, SUM('3')]);
    expect(desk.selected()).toBeNull();
    await userEvent.click(sign() ?? document.body);
    expect(linesOf()).toHaveLength(7);
  });

  it('unfolds what hides a node that is selected elsewhere', async () => {
    const desk = openDesk(sampleTree());
    focusLine(ALL);
    await keys('{ArrowLeft}');
    expect(linesOf()).toHaveLength(1);
    desk.select({
      tree: 'target',
      steps: [
        { list: 'children', index: 1 },
        { list: 'children', index: 1 },
      ],
    });
    expect(line(OWNER).getAttribute('aria-selected')).toBe('true');
  });

  it('marks a node that is warned of, in words', () => {
    const wrong = { ...amount('много'), comparisonMethod: 'less' };
    openDesk(policyWith(group('allOf', wrong)));
    expect(line(/^Заявка: Сумма фирме меньше много/).textContent).toMatch(/Значение не число/);
  });

  it('takes the mark away a moment after nothing is wrong any more', async () => {
    const desk = openDesk(policyWith(group('allOf', amount('много'))));
    desk.put(policyWith(group('allOf', amount('5'))));
    await waitFor(() => expect(line(SUM('5')).textContent).toBe(SUM('5')));
  });

  it('draws nothing for a rule that is not there', () => {
    openDesk({ ...sampleTree(), rules: [] });
    expect(screen.getAllByRole('tree')).toHaveLength(1);
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => setWidth(360));

  it('keys that remove or move do not cover the tree', async () => {
    openDesk(sampleTree());
    focusLine(SUM('1'));
    await keys('{Alt>}{ArrowDown}{/Alt}{Delete}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe(SUM('3'));
  });

  it('a level that there is no room to indent is told by its number', () => {
    let node = amount('1');
    for (let level = 15; level >= 1; level -= 1) node = group('allOf', node);
    openDesk(policyWith(node));
    const deepest = linesOf().at(-1);
    expect(deepest?.getAttribute('aria-level')).toBe('16');
    expect(within(deepest ?? document.body).getByText('16')).toBeTruthy();
    expect(within(linesOf()[4] ?? document.body).queryByText('5')).toBeNull();
  });
});
