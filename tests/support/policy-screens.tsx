import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EditRefusal, EditResult } from '#domain/policy/edit-result.ts';
import type { NodePath } from '#domain/policy/node-path.ts';
import { type ConditionNode, newPolicy, type Policy } from '#domain/policy/policy.ts';
import { type Editing, EditingContext } from '#features/policies/editing.ts';
import { PoliciesScreen } from '#features/policies/policies-screen.tsx';
import { SidePanel } from '#features/policies/side-panel/side-panel.tsx';
import { ConditionTree } from '#features/policies/tree/condition-tree.tsx';
import { NodeFields, NodeSheet } from '#features/policies/tree/node-fields.tsx';
import { Toasts } from '#ui/toast.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { memoryServer, moderatorScreens } from './moderator.tsx';
import { answerOf } from './network.ts';
import { group, leaf, sampleCatalogue } from './policies.ts';

/** A policy with this target and no rules. */
export function policyWith(target: ConditionNode): Policy {
  return { ...newPolicy([]), target };
}

/** A request's amount above a value. */
export const amount = (value: string) => leaf('request', 'tofirm', 'greater', value);

/** A request that has a promoter, of whom nothing is asked yet. */
export const owner = { ...leaf('request', 'promoter', 'exists'), relatedModel: [leaf('user')] };

/** What the lines of these say. */
export const ALL = 'allOf — все условия';
export const ANY = 'anyOf — любое из условий';
export const OWNER = 'Заявка: Промоутер есть';
export const OF_OWNER = 'Пользователь · не выбрано: атрибут';
export const SUM = (value: string) => `Заявка: Сумма фирме больше ${value}`;

/** all of: 1, any of: (2, promoter: (user)), 3 */
export const sampleTree = () =>
  policyWith(group('allOf', amount('1'), group('anyOf', amount('2'), owner), amount('3')));

/** 990 conditions on 16 levels: a chain of groups with leaves on every level. */
export function largeTree(): ConditionNode {
  const leaves = (level: number) => Array.from({ length: 65 }, (_, at) => amount(`${level}${at}`));
  let node = group('allOf', ...leaves(15));
  for (let level = 14; level >= 1; level -= 1) node = group('allOf', node, ...leaves(level));
  return node;
}

/** Moderators may see paid requests of promoters, when they come to more than 1,000 roubles. */
export const SAMPLE: Policy = {
  ...newPolicy([{ id: 2 }]),
  name: 'Выплаты',
  target: group('allOf', leaf('user', 'role', 'equal', 'moderator')),
  rules: [
    {
      id: 1,
      name: 'Дорогие',
      effect: 'allow',
      condition: group('allOf', amount('1000'), leaf('request', 'paid', 'isTrue'), {
        ...leaf('request', 'promoter', 'exists'),
        relatedModel: [leaf('user', 'role', 'equal', 'promoter')],
      }),
    },
  ],
};

type Live = { editing: Editing; put: (policy: Policy) => void };
type Outcome = {
  /** Each edit that was done: as what it counts for undo, and the policy before it. */
  steps: { as: string | undefined; before: Policy }[];
  /** Why edits were refused, the newest last. */
  refusals: EditRefusal[];
  /** Policies that were added. */
  added: Policy[];
};

/** Parts of the editor around a policy, with the real edits and without the rest of the screen. */
export function policyEditor(start: Policy, parts: ReactNode | ((policy: Policy) => ReactNode)) {
  let live: Live | undefined;
  const received: Outcome = { steps: [], refusals: [], added: [] };
  const handleDraw = (drawn: Live) => {
    live = drawn;
  };
  return {
    ...received,
    view: <Editor start={start} parts={parts} received={received} onDraw={handleDraw} />,
    policy: () => live?.editing.policy ?? start,
    selected: () => live?.editing.selected ?? null,
    select: (path: NodePath | null) => act(() => live?.editing.select(path)),
    put: (next: Policy) => act(() => live?.put(next)),
    edit: (change: (policy: Policy) => EditResult) => act(() => live?.editing.edit(change)),
  };
}

export type PolicyEditor = ReturnType<typeof policyEditor>;

type EditorProps = {
  start: Policy;
  parts: Parameters<typeof policyEditor>[1];
  received: Outcome;
  onDraw: (live: Live) => void;
};

function Editor({ start, parts, received, onDraw }: EditorProps) {
  const held = useRef(start);
  const [policy, setPolicy] = useState(start);
  const [selected, select] = useState<NodePath | null>(null);
  const put = useCallback((next: Policy) => {
    held.current = next;
    setPolicy(next);
  }, []);
  const editing = useMemo(
    (): Editing => ({
      policy,
      catalogue: sampleCatalogue,
      selected,
      select,
      edit(change, as) {
        const edited = change(held.current);
        if (!edited.ok) return void received.refusals.push(edited.problem);
        received.steps.push({ as, before: held.current });
        put(edited.value);
      },
      add: each => void received.added.push(each),
    }),
    [policy, selected, put, received],
  );
  useLayoutEffect(() => onDraw({ editing, put }));
  return (
    <EditingContext value={editing}>{typeof parts === 'function' ? parts(policy) : parts}</EditingContext>
  );
}

/** The side panel beside a policy. */
export const sidePanelEditor = (policy: Policy) =>
  policyEditor(
    policy,
    <>
      <SidePanel />
      <Toasts />
    </>,
  );

/** Trees and fields around a policy. */
export function openTrees(policy: Policy) {
  const editor = policyEditor(policy, ({ rules }) => (
    <>
      <ConditionTree tree="target" label="Target" />
      {rules.map(({ id, name }) => (
        <ConditionTree key={id} tree={id} label={name} />
      ))}
      <Fields />
    </>
  ));
  render(editor.view);
  return editor;
}

function Fields() {
  return useMedia(WIDE) ? <NodeFields /> : <NodeSheet />;
}

/** What a tree shows, line by line. */
export const linesOf = (name = 'Target') =>
  within(screen.getByRole('tree', { name })).getAllByRole('treeitem');

/** What the lines say. */
export const wordsOf = (name = 'Target') => linesOf(name).map(line => line.textContent);

/** The line that says so. */
export const line = (words: string | RegExp, name = 'Target') =>
  within(screen.getByRole('tree', { name })).getByRole('treeitem', { name: words });

type StoredPolicy = Policy & { version: number };

/** The policies' screen, before a server in memory that has these policies. */
export async function openPoliciesScreen(seeded: readonly Policy[]) {
  const stored = new Map<number, StoredPolicy>(seeded.map(each => [each.id, { ...each, version: 1 }]));
  const keep = (policy: Policy) => {
    const version = (stored.get(policy.id)?.version ?? 0) + 1;
    stored.set(policy.id, { ...policy, version });
    return { status: 'success', id: policy.id, version };
  };
  const listed = () => [...stored.values()].sort((one, other) => one.id - other.id);
  const { sources, attributes, comparisons } = sampleCatalogue;
  const server = memoryServer(async (path, request) => {
    if (path === '/abac/getPolicies') return { list: listed() };
    if (path === '/abac/getAllPip') return sources;
    if (path === '/abac/getPipsAttributeList') return attributes;
    if (path === '/abac/getComparisonList') return comparisons;
    if (path !== '/abac/updatePolicy') return undefined;
    const { policyData }: { policyData: Policy } = await request.json();
    const seen = `"${stored.get(policyData.id)?.version ?? 0}"`;
    return request.headers.get('If-Match') === seen ? keep(policyData) : answerOf({ message: 'Нет' }, 412);
  });
  const app = await moderatorScreens(server, { id: 1, name: '', email: '' });
  /** Opens the screen, at once with a policy if it is named; returns how to leave it. */
  const show = async (policy?: number) => {
    const view = (
      <>
        <PoliciesScreen />
        <Toasts />
      </>
    );
    const { unmount } = app.open(policy === undefined ? '/abac' : `/abac?policy=${policy}`, {
      '/abac': view,
    });
    await screen.findByRole('button', { name: 'Add policy' });
    return unmount;
  };
  return { ...app, show, stored: listed, saveElsewhere: keep };
}

export type OpenPoliciesScreen = Awaited<ReturnType<typeof openPoliciesScreen>>;

/** The field of the policy's name. */
export const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Название' });

/** Writes another name for the policy. */
export function rename(name: string): void {
  act(() => nameField().focus());
  fireEvent.change(nameField(), { target: { value: name } });
}

/** Presses a button of that name. */
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Presses Save policy and confirms what it would change. */
export async function save(): Promise<void> {
  await press('Save policy');
  const question = await screen.findByRole('dialog', { name: /^Сохранить политику / });
  await userEvent.click(within(question).getByRole('button', { name: 'Сохранить' }));
}
