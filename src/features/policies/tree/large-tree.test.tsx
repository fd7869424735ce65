// @vitest-environment happy-dom
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setValue } from '#domain/policy/edits/nodes.ts';
import {
  ALL,
  amount,
  group,
  largeTree,
  policyWith,
  SUM,
  sampleTree,
} from '#tests/support/condition-samples.ts';
import { sampleCatalogue } from '#tests/support/policies.ts';
import { linesOf, openDesk } from '#tests/support/policy-desk.tsx';
import { setWidth } from '#tests/support/screen.tsx';
import * as rowWords from './row-words.tsx';

beforeEach(() => setWidth(1280));

const focused = () => document.activeElement?.textContent;
const keys = (text: string) => userEvent.keyboard(text);

describe('a policy of 1,000 nodes, 16 levels deep', () => {
  // The emulated document has no sizes.
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return this.matches('[role=treeitem]') ? 48 : 600;
    });
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });

  it('has few lines in the document, and End still leads to the last', async () => {
    openDesk(policyWith(largeTree()));
    expect(linesOf().length).toBeLessThan(40);
    linesOf()[0]?.focus();
    await keys('{End}');
    expect(focused()).toBe(SUM('164'));
    expect(linesOf().length).toBeLessThan(40);
  });

  it('draws again only the line that was edited', () => {
    const desk = openDesk(policyWith(largeTree()));
    const path = {
      tree: 'target',
      steps: Array.from({ length: 14 }, () => ({ list: 'children', index: 0 }) as const),
    } as const;
    const deep = { ...path, steps: [...path.steps, { list: 'children', index: 3 } as const] };
    desk.select(deep);
    const edited = setValue(desk.policy(), deep, '42', sampleCatalogue);
    const drawn = vi.spyOn(rowWords, 'RowWords');
    desk.put(edited.ok ? edited.value : desk.policy());
    expect(drawn.mock.calls.map(([{ said }]) => said)).toEqual([SUM('42')]);
  });

  it('draws nothing of a tree in which nothing has changed', () => {
    const policy = {
      ...sampleTree(),
      rules: [{ id: 1, name: 'Выплаты', effect: 'allow', condition: largeTree() } as const],
    };
    const desk = openDesk(policy);
    const drawn = vi.spyOn(rowWords, 'RowWords');
    desk.put({ ...policy, target: group('allOf', amount('99')) });
    expect(drawn.mock.calls.map(([{ said }]) => said)).toEqual([ALL, SUM('99')].slice(1));
  });
});
