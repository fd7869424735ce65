import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setValue } from '#domain/policy/edits/nodes.ts';
import { emptyNode } from '#domain/policy/policy.ts';
import { group, leaf, sampleCatalogue } from '#tests/support/policies.ts';
import {
  ALL,
  ANY,
  amount,
  largeTree,
  line,
  linesOf,
  OF_OWNER,
  OWNER,
  openTrees,
  policyWith,
  SUM,
  sampleTree,
  wordsOf,
} from '#tests/support/policy-screens.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import * as nodeWords from './node-words.tsx';

beforeEach(() => setWidth(1280));

const focused = () => document.activeElement?.textContent;
const keys = (text: string) => userEvent.keyboard(text);

describe('the tree of conditions', () => {
  it('says each node in words, and what is not chosen yet', () => {
    openTrees(
      policyWith(
        group(
          'anyOf',
          emptyNode(null),
          leaf('request'),
          leaf('request', 'tofirm'),
          leaf('request', 'tofirm', 'less'),
          { ...amount('x'), comparisonMethod: 'between', compareValue: ['5', '7'] },
          leaf('user', 'role', 'in', ['admin', 'moderator']),
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
    openTrees(sampleTree());
    expect(wordsOf()).toEqual([ALL, SUM('1'), ANY, SUM('2'), OWNER, OF_OWNER, SUM('3')]);
    const said = (name: string) =>
      linesOf().map(each => `${each.getAttribute('aria-level')} ${each.getAttribute(name)}`);
    expect(said('aria-posinset')).toEqual(['1 1', '2 1', '2 2', '3 1', '3 2', '4 1', '2 3']);
    expect(said('aria-setsize')).toEqual(['1 1', '2 3', '2 3', '3 2', '3 2', '4 1', '2 3']);
    const unfolded = ['1 true', '2 null', '2 true', '3 null', '3 true', '4 null', '2 null'];
    expect(said('aria-expanded')).toEqual(unfolded);
    await userEvent.click(line(SUM('2')));
    expect(linesOf().filter(each => each.getAttribute('aria-selected') === 'true')).toEqual([line(SUM('2'))]);
  });

  it('has one line in the order of Tab', async () => {
    openTrees(sampleTree());
    await userEvent.tab();
    expect(focused()).toBe(ALL);
    await keys('{ArrowDown}{ArrowDown}');
    expect(linesOf().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1, -1, -1, -1]);
  });

  it('folds and unfolds by a press on the sign, without selecting', async () => {
    const app = openTrees(sampleTree());
    const sign = () => line(ANY).querySelector<HTMLElement>('[data-fold]');
    await userEvent.click(sign() ?? document.body);
    expect(wordsOf()).toEqual([ALL, SUM('1'), ANY, SUM('3')]);
    expect(app.selected()).toBeNull();
    await userEvent.click(sign() ?? document.body);
    expect(linesOf()).toHaveLength(7);
  });

  it('unfolds what hides a node that is selected elsewhere', async () => {
    const app = openTrees(sampleTree());
    line(ALL).focus();
    await keys('{ArrowLeft}');
    expect(linesOf()).toHaveLength(1);
    app.select({
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
    openTrees(policyWith(group('allOf', wrong)));
    expect(line(/^Заявка: Сумма фирме меньше много/).textContent).toMatch(/Значение не число/);
  });

  it('takes the mark away a moment after nothing is wrong any more', async () => {
    const app = openTrees(policyWith(group('allOf', amount('много'))));
    app.put(policyWith(group('allOf', amount('5'))));
    await waitFor(() => expect(line(SUM('5')).textContent).toBe(SUM('5')));
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => setWidth(360));

  it('keys that remove or move do not cover the tree', async () => {
    openTrees(sampleTree());
    line(SUM('1')).focus();
    await keys('{Alt>}{ArrowDown}{/Alt}{Delete}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe(SUM('3'));
  });

  it('a level that there is no room to indent is told by its number', () => {
    let node = amount('1');
    for (let level = 15; level >= 1; level -= 1) node = group('allOf', node);
    openTrees(policyWith(node));
    const deepest = linesOf().at(-1);
    expect(deepest?.getAttribute('aria-level')).toBe('16');
    expect(within(deepest ?? document.body).getByText('16')).toBeTruthy();
    expect(within(linesOf()[4] ?? document.body).queryByText('5')).toBeNull();
  });
});

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
    const app = openTrees(sampleTree());
    line(from).focus();
    await keys(pressed);
    expect(focused()).toBe(to);
    expect(app.selected()).toBeNull();
  });

  it('folds with ←, unfolds with →, and * unfolds all siblings', async () => {
    openTrees(policyWith(group('allOf', group('anyOf', amount('1')), group('allOf', amount('2')))));
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
    const app = openTrees(sampleTree());
    line(SUM('3')).focus();
    await keys(' ');
    expect(app.selected()?.steps).toEqual([{ list: 'children', index: 2 }]);
    expect(focused()).toBe(SUM('3'));
    await keys('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Вид условия' }));
    await keys('{Escape}');
    expect(focused()).toBe(SUM('3'));
  });

  it.each(['{Insert}', '+'])(
    '%s adds a condition in the group, selected and with the focus',
    async pressed => {
      const app = openTrees(sampleTree());
      line(ANY).focus();
      await keys(pressed);
      expect(focused()).toBe('не выбрано: вид условия');
      expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
      expect(app.policy().target.children[1]?.children).toHaveLength(3);
      expect(screen.getByText('Условие добавлено')).toBeTruthy();
    },
  );

  it('Insert on a single condition adds beside it, on a hasOne in it', async () => {
    const app = openTrees(sampleTree());
    line(SUM('1')).focus();
    await keys('{Insert}');
    expect(app.policy().target.children).toHaveLength(4);
    line(OWNER).focus();
    await keys('{Insert}');
    expect(app.policy().target.children[1]?.children[1]?.relatedModel).toEqual([leaf('user'), leaf('user')]);
  });

  it('Insert unfolds the group into which it adds', async () => {
    openTrees(sampleTree());
    line(ANY).focus();
    await keys('{ArrowLeft}{Insert}');
    expect(focused()).toBe('не выбрано: вид условия');
  });

  it.each([
    ['the next sibling', SUM('1'), ANY],
    ['the one before, of the last', SUM('3'), ANY],
    ['the group, of the only one', OF_OWNER, OWNER],
  ])('Delete removes and goes to %s', async (_, from, to) => {
    openTrees(sampleTree());
    line(from).focus();
    await keys('{Delete}');
    expect(focused()).toBe(to);
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
  });

  it('Delete on the root is refused, and nothing moves', async () => {
    const app = openTrees(sampleTree());
    line(ALL).focus();
    await keys('{Delete}');
    expect(app.refusals).toEqual(['rootStays']);
    expect(focused()).toBe(ALL);
  });

  it('Alt+↓ and Alt+↑ move the condition, follow it and say where it is', async () => {
    const app = openTrees(sampleTree());
    line(SUM('1')).focus();
    await keys('{Alt>}{ArrowDown}{/Alt}');
    expect(focused()).toBe(SUM('1'));
    expect(app.policy().target.children[1]).toEqual(amount('1'));
    expect(screen.getByText('Условие теперь 2 из 3')).toBeTruthy();
    await keys('{Alt>}{ArrowUp}{/Alt}');
    expect(app.policy().target.children[0]).toEqual(amount('1'));
    await keys('{Alt>}{ArrowUp}{/Alt}');
    expect(app.refusals).toEqual(['firstAlready']);
    expect(focused()).toBe(SUM('1'));
  });

  // By its place too: on the Russian layout the same key says «в».
  it.each(['d', 'в'])('Ctrl+%s duplicates, and goes to the copy', key => {
    const app = openTrees(sampleTree());
    line(SUM('3')).focus();
    fireEvent.keyDown(line(SUM('3')), { key, code: 'KeyD', ctrlKey: true });
    expect(app.policy().target.children).toHaveLength(4);
    expect(document.activeElement).toBe(linesOf().at(-1));
  });

  it('leaves the keys of the browser alone', async () => {
    const app = openTrees(sampleTree());
    const before = app.policy();
    line(SUM('3')).focus();
    await keys('{Control>}f{/Control}{Alt>}{ArrowLeft}{/Alt}{F5}');
    expect(app.policy()).toBe(before);
    expect(focused()).toBe(SUM('3'));
  });

  it('shows its keys', () => {
    openTrees(sampleTree());
    expect(screen.getByText(/Alt\+↑ ↓ — переместить, Ctrl\+D — дублировать/)).toBeTruthy();
  });
});

describe('a policy of 1,000 nodes, 16 levels deep', () => {
  // The emulated document has no sizes.
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return this.matches('[role=treeitem]') ? 48 : 600;
    });
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });

  it('has few lines in the document, and End still leads to the last', async () => {
    openTrees(policyWith(largeTree()));
    expect(linesOf().length).toBeLessThan(40);
    linesOf()[0]?.focus();
    await keys('{End}');
    expect(focused()).toBe(SUM('164'));
    expect(linesOf().length).toBeLessThan(40);
  });

  it('draws again only the line that was edited', () => {
    const app = openTrees(policyWith(largeTree()));
    const path = {
      tree: 'target',
      steps: Array.from({ length: 14 }, () => ({ list: 'children', index: 0 }) as const),
    } as const;
    const deep = { ...path, steps: [...path.steps, { list: 'children', index: 3 } as const] };
    app.select(deep);
    const edited = setValue(app.policy(), deep, '42', sampleCatalogue);
    const drawn = vi.spyOn(nodeWords, 'RowWords');
    app.put(edited.ok ? edited.value : app.policy());
    expect(drawn.mock.calls.map(([{ text }]) => text)).toEqual([SUM('42')]);
  });

  it('draws nothing of a tree in which nothing has changed', () => {
    const policy = {
      ...sampleTree(),
      rules: [{ id: 1, name: 'Выплаты', effect: 'allow', condition: largeTree() } as const],
    };
    const app = openTrees(policy);
    const drawn = vi.spyOn(nodeWords, 'RowWords');
    app.put({ ...policy, target: group('allOf', amount('99')) });
    expect(drawn.mock.calls.map(([{ text }]) => text)).toEqual([ALL, SUM('99')].slice(1));
  });
});
