// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConditionNode, emptyNode } from '#domain/policy/policy.ts';
import { amount as amountOver, group, OWNER, owner, policyWith } from '#tests/support/condition-samples.ts';
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
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

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
    await press('Добавить рядом');
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
    expect(document.activeElement).toBe(line(OWNER));
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
    await userEvent.click(line(OWNER));
    expect(screen.getByRole('dialog', { name: 'Условие' })).toBeTruthy();
    expect(field('Атрибут').value).toBe('promoter');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(desk.selected()).toBeNull();
    expect(document.activeElement).toBe(line(OWNER));
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
    expect(document.activeElement).toBe(line(OWNER));
  });
});
