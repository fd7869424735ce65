import { Fragment } from 'react';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import { type NodePath, nodeAt, pathKey } from '#domain/policy/node-path.ts';
import { isGroup, type Policy } from '#domain/policy/policy.ts';
import { useEditing } from '../editing.ts';
import styles from './node-fields.module.css';
import { sourceTitle } from './node-words.ts';
import { texts } from './texts.ts';

type Crumb = { path: NodePath; words: string };

/** Of a long way the beginning and the end are told. */
const MOST = 3;

/** Where the condition stands: «Правило „Выплаты“ › allOf › 2 Заявка». What it stands in can be pressed. */
export function NodeCrumbs({ path }: { path: NodePath }) {
  const { policy, catalogue, select } = useEditing();
  const crumbs = path.steps.map((_, depth): Crumb => {
    const above = { tree: path.tree, steps: path.steps.slice(0, depth) };
    return { path: above, words: crumbWords(policy, catalogue, above) };
  });
  const shown = crumbs.length > MOST ? [...crumbs.slice(0, 1), null, ...crumbs.slice(1 - MOST)] : crumbs;
  return (
    <nav aria-label={texts.place} className={styles.crumbs}>
      <span>{treeWords(policy, path.tree)}</span>
      {shown.map(crumb => (
        <Fragment key={crumb ? pathKey(crumb.path) : 'between'}>
          <Sign />
          {crumb ? (
            <button type="button" className={styles.crumb} onClick={() => select(crumb.path)}>
              {crumb.words}
            </button>
          ) : (
            <span>…</span>
          )}
        </Fragment>
      ))}
      <Sign />
      <span aria-current="true" className={styles.here}>
        {crumbWords(policy, catalogue, path)}
      </span>
    </nav>
  );
}

function Sign() {
  return <span aria-hidden="true">›</span>;
}

function treeWords(policy: Policy, tree: NodePath['tree']): string {
  if (tree === 'target') return texts.target;
  return texts.rule(policy.rules.find(({ id }) => id === tree)?.name ?? '');
}

function crumbWords(policy: Policy, catalogue: Catalogue, path: NodePath): string {
  const type = nodeAt(policy, path)?.type ?? null;
  const number = path.steps.at(-1);
  const words = isGroup(type) ? type : sourceTitle(catalogue, type);
  return number ? `${number.index + 1} ${words}` : words;
}
