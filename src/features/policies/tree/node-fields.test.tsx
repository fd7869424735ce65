// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConditionNode, emptyNode } from '#domain/policy/policy.ts';
import { group, leaf, line, openDesk, policyWith } from '#tests/support/policy-desk.tsx';
import { setWidth } from '#tests/support/screen.tsx';

beforeEach(() => setWidth(1280));
afterEach(cleanup);

const FIRST = { tree: 'target', steps: [{ list: 'children', index: 0 }] } as const;

const amount = leaf('request', {
  ...{ attribute: 'tofirm', comparisonType: 'number' },
  ...{ comparisonMethod: 'greater', compareValue: '1000' },
});

const owner = leaf('request', {
  ...{ attribute: 'promoter', comparisonType: 'hasOne', comparisonMethod: 'exists' },
  relatedModel: [leaf('user', { attribute: 'id', comparisonType: 'number' })],
});

/** Opens a policy whose target holds this condition, with its fields. */
function open(node: ConditionNode) {
  const desk = openDesk(policyWith(group('allOf', node)));
  desk.select(FIRST);
  return { ...desk, node: () => desk.policy().target.children[0] };
}

const field = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choose = (name: string, option: string) => userEvent.selectOptions(field(name), option);
const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole('option')
    .map(option => option.textContent);
const textBox = (name = 'Значение') => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the type of a condition', () => {
  it('is one of the two groups or a data source by its title', () => {
    open(emptyNode(null));
    expect(optionsOf('Вид условия')).toEqual([
      ...['Выберите из списка', 'allOf — все условия', 'anyOf — любое из условий'],
      ...['Пользователь', 'Заявка', 'Контакт', 'Отчет', 'Окружение'],
    ]);
    expect(screen.queryByRole('combobox', { name: 'Атрибут' })).toBeNull();
  });

  it('clears attribute, comparison type and method, and value when it changes to another source', async () => {
    const { node } = open(amount);
    await choose('Вид условия', 'Пользователь');
    expect(node()).toEqual(emptyNode('user'));
    expect(field('Атрибут').value).toBe('');
    expect(screen.queryByRole('combobox', { name: 'Сравнение' })).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Значение' })).toBeNull();
  });

  it('clears related nodes when it changes', async () => {
    const { node } = open(owner);
    await choose('Вид условия', 'Отчет');
    expect(node()).toEqual(emptyNode('report'));
  });

  it('clears children when a group becomes a data source', async () => {
    const { node } = open(group('allOf', amount));
    await choose('Вид условия', 'Заявка');
    expect(node()).toEqual(emptyNode('request'));
  });

  it('clears everything when a data source becomes a group', async () => {
    const { node } = open(amount);
    await choose('Вид условия', 'anyOf — любое из условий');
    expect(node()).toEqual(emptyNode('anyOf'));
    expect(screen.queryByRole('combobox', { name: 'Атрибут' })).toBeNull();
  });

  it.each([
    ['allOf', 'anyOf', 'anyOf — любое из условий'],
    ['anyOf', 'allOf', 'allOf — все условия'],
  ] as const)('keeps the children when it changes from %s to %s', async (from, to, title) => {
    const { node } = open(group(from, amount, owner));
    await choose('Вид условия', title);
    expect(node()).toEqual(group(to, amount, owner));
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
    expect(node()).toEqual(leaf('request', { attribute: 'created_at', comparisonType: 'datetime' }));
    expect(optionsOf('Сравнение')).toEqual(['Выберите из списка', 'раньше', 'позже', 'между']);
  });

  it('creates one nested related node when it is a hasOne', async () => {
    const { node } = open(emptyNode('request'));
    await choose('Атрибут', 'Промоутер');
    expect(node()?.comparisonType).toBe('hasOne');
    expect(node()?.relatedModel).toEqual([emptyNode('user')]);
    expect(line(/^Пользователь/).getAttribute('aria-level')).toBe('3');
  });

  it('loses the related nodes when it is no hasOne any more', async () => {
    const { node } = open(owner);
    await choose('Атрибут', 'Сумма фирме');
    expect(node()).toEqual(leaf('request', { attribute: 'tofirm', comparisonType: 'number' }));
  });
});

describe('the comparison method', () => {
  it('clears the value when it changes', async () => {
    const { node } = open(amount);
    await choose('Сравнение', 'меньше');
    expect(node()).toEqual({ ...amount, comparisonMethod: 'less', compareValue: null });
    expect(textBox().value).toBe('');
  });

  it('keeps the related nodes of a hasOne', async () => {
    const { node } = open(owner);
    await choose('Сравнение', 'нет');
    expect(node()).toEqual({ ...owner, comparisonMethod: 'notExists' });
  });
});

describe('the value', () => {
  it('is hidden while no method is chosen', () => {
    open(leaf('request', { attribute: 'tofirm', comparisonType: 'number' }));
    expect(field('Сравнение').value).toBe('');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is hidden for objects, whatever the method', () => {
    open(leaf('user', { attribute: 'firm', comparisonType: 'object', comparisonMethod: 'same' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is hidden for a hasOne', () => {
    open(owner);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Значения' })).toBeNull();
  });

  it('is hidden for methods that say it all', () => {
    open(leaf('request', { attribute: 'paid', comparisonType: 'bool', comparisonMethod: 'isTrue' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is one of the list where the method takes one', async () => {
    const { node } = open(
      leaf('user', { attribute: 'role', comparisonType: 'list', comparisonMethod: 'equal' }),
    );
    await choose('Значение', 'Модератор');
    expect(node()?.compareValue).toBe('moderator');
  });

  it('is several of the list where the method takes several', async () => {
    const { node } = open(
      leaf('user', { attribute: 'role', comparisonType: 'list', comparisonMethod: 'in' }),
    );
    const values = within(screen.getByRole('group', { name: 'Значения' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Администратор' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Промоутер' }));
    expect(node()?.compareValue).toEqual(['promoter', 'admin']);
    await userEvent.click(values.getByRole('checkbox', { name: 'Администратор' }));
    await userEvent.click(values.getByRole('checkbox', { name: 'Промоутер' }));
    expect(node()?.compareValue).toBeNull();
  });

  it('is free text for everything else, and what was typed in a row is one step of undo', async () => {
    const desk = open(
      leaf('user', { attribute: 'email', comparisonType: 'string', comparisonMethod: 'equal' }),
    );
    await userEvent.type(textBox(), 'a@b');
    expect(desk.node()?.compareValue).toBe('a@b');
    expect(new Set(desk.steps)).toEqual(new Set(['value of target/c0']));
    await userEvent.clear(textBox());
    expect(desk.node()?.compareValue).toBeNull();
  });

  it('is a text for a date, with the accepted forms beside it, checked once it is left', async () => {
    open(
      leaf('request', { attribute: 'created_at', comparisonType: 'datetime', comparisonMethod: 'before' }),
    );
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
    const { node } = open(
      leaf('request', { attribute: 'tofirm', comparisonType: 'number', comparisonMethod: 'between' }),
    );
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
  const strange = leaf('planet', {
    ...{ attribute: 'mass', comparisonType: 'weight' },
    ...{ comparisonMethod: 'heavier', compareValue: ['7', 8] },
  });

  it('are shown as they are and stay', async () => {
    const { node } = open(strange);
    expect(field('Вид условия').selectedOptions[0]?.textContent).toBe('неизвестно: planet');
    expect(field('Атрибут').selectedOptions[0]?.textContent).toBe('неизвестно: mass');
    expect(field('Сравнение').selectedOptions[0]?.textContent).toBe('неизвестно: heavier');
    expect(textBox().value).toBe('7');
    expect(line('неизвестно: planet: неизвестно: mass неизвестно: heavier 7, 8')).toBeTruthy();
    expect(node()).toEqual(strange);
  });

  it('among values stay when another one is ticked', async () => {
    const { node } = open(
      leaf('user', {
        ...{ attribute: 'role', comparisonType: 'list' },
        ...{ comparisonMethod: 'in', compareValue: ['pilot'] },
      }),
    );
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'неизвестно: pilot' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Модератор' }));
    expect(node()?.compareValue).toEqual(['moderator', 'pilot']);
  });
});

describe('the buttons', () => {
  it('add a condition to a group and lead to its fields', async () => {
    const { node, selected } = open(group('anyOf', amount));
    await press('Добавить условие');
    expect(node()).toEqual(group('anyOf', amount, emptyNode(null)));
    expect(selected()?.steps).toEqual([...FIRST.steps, { list: 'children', index: 1 }]);
    expect(document.activeElement).toBe(field('Вид условия'));
  });

  it('add a related condition about the thing that a hasOne leads to', async () => {
    const { node } = open(owner);
    await press('Добавить условие о связанной записи');
    expect(node()?.relatedModel.at(-1)).toEqual(emptyNode('user'));
  });

  it('add a condition beside a single one', async () => {
    const { policy } = open(amount);
    await press('Добавить условие рядом');
    expect(policy().target).toEqual(group('allOf', amount, emptyNode(null)));
  });

  it('duplicate, and stay where they are', async () => {
    const { policy, selected } = open(amount);
    await press('Дублировать');
    expect(policy().target).toEqual(group('allOf', amount, amount));
    expect(selected()?.steps).toEqual([{ list: 'children', index: 1 }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Дублировать' }));
  });

  it('move the condition and follow it', async () => {
    const desk = openDesk(policyWith(group('allOf', amount, owner)));
    desk.select(FIRST);
    await press('Ниже');
    expect(desk.policy().target).toEqual(group('allOf', owner, amount));
    expect(desk.selected()?.steps).toEqual([{ list: 'children', index: 1 }]);
    expect(screen.getByRole('button', { name: 'Ниже' }).getAttribute('aria-disabled')).toBe('true');
    await press('Ниже');
    expect(desk.refusals).toEqual(['lastAlready']);
    await press('Выше');
    expect(desk.policy().target).toEqual(group('allOf', amount, owner));
  });

  it('remove, and the focus goes to the line that takes the place', async () => {
    const desk = openDesk(policyWith(group('allOf', amount, owner)));
    desk.select(FIRST);
    await press('Удалить');
    expect(desk.policy().target).toEqual(group('allOf', owner));
    expect(document.activeElement).toBe(line('Заявка: Промоутер есть'));
  });

  it('only add to a root', () => {
    openDesk(policyWith(group('allOf', amount))).select({ tree: 'target', steps: [] });
    expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['Добавить условие']);
  });
});

describe('where the condition stands', () => {
  it('is told by its rule and the groups around it, which can be pressed', async () => {
    const condition = group('anyOf', amount);
    const desk = openDesk({
      ...policyWith(group('allOf')),
      rules: [{ id: 4, name: 'Выплаты', effect: 'deny', condition: group('allOf', amount, condition) }],
    });
    const outer = { list: 'children', index: 1 } as const;
    desk.select({ tree: 4, steps: [outer, { list: 'children', index: 0 }] });
    const place = screen.getByRole('navigation', { name: 'Где стоит условие' });
    expect(place.textContent).toBe('Правило «Выплаты»›allOf›2 anyOf›1 Заявка');
    await userEvent.click(within(place).getByRole('button', { name: '2 anyOf' }));
    expect(desk.selected()).toEqual({ tree: 4, steps: [outer] });
  });

  it('says what to do while nothing is selected', () => {
    openDesk(policyWith(group('allOf')));
    expect(screen.getByText(/^Выберите условие/)).toBeTruthy();
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => setWidth(360));

  it('the fields lie over the tree, and closing them returns to the line', async () => {
    const desk = openDesk(policyWith(group('allOf', amount, owner)));
    await userEvent.click(line('Заявка: Промоутер есть'));
    expect(screen.getByRole('dialog', { name: 'Условие' })).toBeTruthy();
    expect(field('Атрибут').value).toBe('promoter');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(desk.selected()).toBeNull();
    expect(document.activeElement).toBe(line('Заявка: Промоутер есть'));
  });

  it('a new condition is filled in at once', async () => {
    const desk = openDesk(policyWith(group('allOf', amount)));
    await userEvent.click(line('allOf — все условия'));
    await press('Добавить условие');
    await choose('Вид условия', 'Отчет');
    expect(desk.policy().target).toEqual(group('allOf', amount, emptyNode('report')));
  });

  it('removing closes them, and the focus is at the line that takes the place', async () => {
    openDesk(policyWith(group('allOf', amount, owner)));
    await userEvent.click(line('Заявка: Сумма фирме больше 1000'));
    await press('Удалить');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(line('Заявка: Промоутер есть'));
  });
});
