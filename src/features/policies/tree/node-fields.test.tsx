import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeAt } from '#domain/policy/node-path.ts';
import { type ConditionNode, emptyNode } from '#domain/policy/policy.ts';
import { group, leaf } from '#tests/support/policies.ts';
import {
  amount as amountOver,
  line,
  OWNER,
  openTrees,
  owner,
  policyWith,
} from '#tests/support/policy-screens.tsx';
import { setWidth } from '#tests/support/screen.tsx';

beforeEach(() => setWidth(1280));

const FIRST = { tree: 'target', steps: [{ list: 'children', index: 0 }] } as const;

const amount = amountOver('1000');

/** Opens a policy whose target holds this condition, with its fields. */
function open(node: ConditionNode) {
  const app = openTrees(policyWith(group('allOf', node)));
  app.select(FIRST);
  return { ...app, node: () => app.policy().target.children[0] };
}

const field = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choose = (name: string, option: string) => userEvent.selectOptions(field(name), option);
const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole('option')
    .map(option => option.textContent);
const textBox = (name = 'Значение') => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('the type of a condition', () => {
  it('is one of the two groups or a data source by its title', async () => {
    const { node } = open(emptyNode(null));
    expect(optionsOf('Вид условия')).toEqual([
      ...['Выберите из списка', 'allOf — все условия', 'anyOf — любое из условий'],
      ...['Пользователь', 'Заявка', 'Контакт', 'Отчет', 'Окружение'],
    ]);
    expect(screen.queryByRole('combobox', { name: 'Атрибут' })).toBeNull();
    await choose('Вид условия', 'anyOf — любое из условий');
    expect(node()).toEqual(emptyNode('anyOf'));
  });

  it('clears attribute, comparison type and method, and value when it changes to another source', async () => {
    const { node } = open(amount);
    await choose('Вид условия', 'Пользователь');
    expect(node()).toEqual(emptyNode('user'));
    expect(field('Атрибут').value).toBe('');
    expect(screen.queryByRole('combobox', { name: 'Сравнение' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Значение' })).toBeNull();
  });
});

describe('the attribute of a condition', () => {
  it('is one of its data source, by title', () => {
    open(emptyNode('report'));
    expect(optionsOf('Атрибут')).toEqual(['Выберите из списка', 'Закрыт', 'Промоутер']);
  });

  it('sets the comparison type and clears method and value', async () => {
    const { node } = open(amount);
    await choose('Атрибут', 'Создана');
    expect(node()).toEqual(leaf('request', 'created_at'));
    expect(optionsOf('Сравнение')).toEqual(['Выберите из списка', 'раньше', 'позже', 'между']);
  });
});

describe('the comparison method', () => {
  it('clears the value when it changes', async () => {
    const { node } = open(amount);
    await choose('Сравнение', 'меньше');
    expect(node()).toEqual({ ...amount, comparisonMethod: 'less', compareValue: null });
    expect(textBox().value).toBe('');
  });
});

describe('the value', () => {
  it.each([
    ['while no method is chosen', leaf('request', 'tofirm')],
    ['for objects, whatever the method', leaf('user', 'firm', 'same')],
    ['for a hasOne', owner],
    ['for methods that say it all', leaf('request', 'paid', 'isTrue')],
  ])('is hidden %s', (_when, node) => {
    open(node);
    expect(field('Сравнение').value).toBe(node.comparisonMethod ?? '');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Значения' })).toBeNull();
  });

  it('is one of the list where the method takes one', async () => {
    const { node } = open(leaf('user', 'role', 'equal'));
    await choose('Значение', 'Модератор');
    expect(node()?.compareValue).toBe('moderator');
  });

  it('is several of the list where the method takes several', async () => {
    const { node } = open(leaf('user', 'role', 'in'));
    const values = within(screen.getByRole('group', { name: 'Значения' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Администратор' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Промоутер' }));
    expect(node()?.compareValue).toEqual(['promoter', 'admin']);
    await userEvent.click(values.getByRole('checkbox', { name: 'Администратор' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Промоутер' }));
    expect(node()?.compareValue).toBeNull();
  });

  it('is free text for everything else, and what was typed in a row is one step of undo', async () => {
    const app = open(leaf('user', 'email', 'equal'));
    await userEvent.type(textBox(), 'a@b');
    expect(app.node()?.compareValue).toBe('a@b');
    expect(new Set(app.steps.map(({ as }) => as))).toEqual(new Set(['value of target/c0']));
    await userEvent.clear(textBox());
    expect(app.node()?.compareValue).toBeNull();
  });

  it('is a text for a date, with the accepted forms beside it, checked once it is left', async () => {
    open(leaf('request', 'created_at', 'before'));
    expect(screen.getByText('ГГГГ-ММ-ДД, ГГГГ-ММ-ДД ЧЧ:ММ или время дня ЧЧ:ММ')).toBeTruthy();
    await userEvent.type(textBox(), '2026-02-30');
    expect(textBox().getAttribute('aria-invalid')).toBeNull();
    await userEvent.tab();
    expect(textBox().getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(textBox());
    await userEvent.type(textBox(), '2026-02-28 09:30');
    await userEvent.tab();
    expect(textBox().getAttribute('aria-invalid')).toBeNull();
  });

  it('has two ends for «между», and is missing until both are there', async () => {
    const { node } = open(leaf('request', 'tofirm', 'between'));
    await userEvent.type(textBox('До'), '20');
    expect(node()?.compareValue).toEqual(['', '20']);
    expect(line(/не введено: значение$/)).toBeTruthy();
    await userEvent.type(textBox('От'), '5');
    expect(node()?.compareValue).toEqual(['5', '20']);
    await userEvent.clear(textBox('До'));
    await userEvent.clear(textBox('От'));
    expect(node()?.compareValue).toBeNull();
  });
});

describe("names of another server's catalogue", () => {
  const strange = {
    ...emptyNode('planet'),
    attribute: 'mass',
    comparisonType: 'weight',
    comparisonMethod: 'heavier',
    compareValue: ['7', 8],
  };

  it('are shown as they are and stay', async () => {
    const { node } = open(strange);
    expect(field('Вид условия').selectedOptions[0]?.textContent).toBe('неизвестно: planet');
    expect(field('Атрибут').selectedOptions[0]?.textContent).toBe('неизвестно: mass');
    expect(field('Сравнение').selectedOptions[0]?.textContent).toBe('неизвестно: heavier');
    expect(textBox().value).toBe('7');
    expect(line(/^неизвестно: planet: неизвестно: mass неизвестно: heavier 7, 8/)).toBeTruthy();
    expect(node()).toEqual(strange);
  });

  it('among values stay when another one is ticked', async () => {
    const { node } = open(leaf('user', 'role', 'in', ['pilot']));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'неизвестно: pilot' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Модератор' }));
    expect(node()?.compareValue).toEqual(['moderator', 'pilot']);
  });
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the buttons', () => {
  it.each([
    ['Добавить условие', 'to a group', group('anyOf', amount), [group('anyOf', amount, emptyNode(null))]],
    [
      'Добавить условие о связанной записи',
      'about the thing that a hasOne leads to',
      owner,
      [{ ...owner, relatedModel: [...owner.relatedModel, emptyNode('user')] }],
    ],
    ['Добавить рядом', 'beside a single one', amount, [amount, emptyNode(null)]],
  ])('«%s» adds a condition %s, and leads to its fields', async (name, _where, node, after) => {
    const { policy, selected } = open(node);
    await press(name);
    expect(policy().target).toEqual(group('allOf', ...after));
    const path = selected();
    expect(path && nodeAt(policy(), path)).toEqual(emptyNode(name.endsWith('записи') ? 'user' : null));
    expect(document.activeElement).toBe(field('Вид условия'));
  });

  it('duplicate, and stay where they are', async () => {
    const { policy, selected } = open(amount);
    await press('Дублировать');
    expect(policy().target).toEqual(group('allOf', amount, amount));
    expect(selected()?.steps).toEqual([{ list: 'children', index: 1 }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Дублировать' }));
  });

  it('move the condition and follow it', async () => {
    const app = openTrees(policyWith(group('allOf', amount, owner)));
    app.select(FIRST);
    await press('Ниже');
    expect(app.policy().target).toEqual(group('allOf', owner, amount));
    expect(app.selected()?.steps).toEqual([{ list: 'children', index: 1 }]);
    expect(screen.getByRole('button', { name: 'Ниже' }).getAttribute('aria-disabled')).toBe('true');
    await press('Ниже');
    expect(app.refusals).toEqual(['lastAlready']);
    await press('Выше');
    expect(app.policy().target).toEqual(group('allOf', amount, owner));
  });

  it('remove, and the focus goes to the line that takes the place', async () => {
    const app = openTrees(policyWith(group('allOf', amount, owner)));
    app.select(FIRST);
    await press('Удалить');
    expect(app.policy().target).toEqual(group('allOf', owner));
    expect(document.activeElement).toBe(line(OWNER));
  });

  it('only add to a root, and a group has no attribute', () => {
    openTrees(policyWith(group('allOf', amount))).select({ tree: 'target', steps: [] });
    expect(screen.queryByRole('combobox', { name: 'Атрибут' })).toBeNull();
    expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['Добавить условие']);
  });
});

describe('where the condition stands', () => {
  it('is told by its rule and the groups around it, which can be pressed', async () => {
    const condition = group('anyOf', amount);
    const app = openTrees({
      ...policyWith(group('allOf')),
      rules: [{ id: 4, name: 'Выплаты', effect: 'deny', condition: group('allOf', amount, condition) }],
    });
    const outer = { list: 'children', index: 1 } as const;
    app.select({ tree: 4, steps: [outer, { list: 'children', index: 0 }] });
    const place = screen.getByRole('navigation', { name: 'Где стоит условие' });
    expect(place.textContent).toBe('Правило «Выплаты»›allOf›2 anyOf›1 Заявка');
    await userEvent.click(within(place).getByRole('button', { name: '2 anyOf' }));
    expect(app.selected()).toEqual({ tree: 4, steps: [outer] });
  });

  it('says what to do while nothing is selected', () => {
    openTrees(policyWith(group('allOf')));
    expect(screen.getByText(/^Выберите условие/)).toBeTruthy();
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => setWidth(360));

  it('the fields lie over the tree, and closing them returns to the line', async () => {
    const app = openTrees(policyWith(group('allOf', amount, owner)));
    await userEvent.click(line(OWNER));
    expect(screen.getByRole('dialog', { name: 'Условие' })).toBeTruthy();
    expect(field('Атрибут').value).toBe('promoter');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.selected()).toBeNull();
    expect(document.activeElement).toBe(line(OWNER));
  });

  it('a new condition is filled in at once', async () => {
    const app = openTrees(policyWith(group('allOf', amount)));
    await userEvent.click(line('allOf — все условия'));
    await press('Добавить условие');
    await choose('Вид условия', 'Отчет');
    expect(app.policy().target).toEqual(group('allOf', amount, emptyNode('report')));
  });

  it('removing closes them, and the focus is at the line that takes the place', async () => {
    openTrees(policyWith(group('allOf', amount, owner)));
    await userEvent.click(line('Заявка: Сумма фирме больше 1000'));
    await press('Удалить');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(line(OWNER));
  });
});
