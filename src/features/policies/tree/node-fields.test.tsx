// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConditionNode, emptyNode } from '#domain/policy/policy.ts';
import { amount as amountOver, group, leaf, owner, policyWith } from '#tests/support/condition-samples.ts';
import { line, openDesk } from '#tests/support/policy-desk.tsx';
import { setWidth } from '#tests/support/screen.tsx';

beforeEach(() => setWidth(1280));
afterEach(cleanup);

const FIRST = { tree: 'target', steps: [{ list: 'children', index: 0 }] } as const;

const amount = amountOver('1000');

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
    expect(line(/^неизвестно: planet: неизвестно: mass неизвестно: heavier 7, 8/)).toBeTruthy();
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
