import fc from 'fast-check';
import { EFFECTS, RULE_COMBINES } from '#contract/policies.ts';
import type { Catalogue } from '#domain/policy/catalogue.ts';
import type { EditResult } from '#domain/policy/edit-result.ts';
import * as nodes from '#domain/policy/edits/nodes.ts';
import { renamePolicy, setCombine } from '#domain/policy/edits/policy-settings.ts';
import * as rules from '#domain/policy/edits/rules.ts';
import { type NodePath, nodeAt } from '#domain/policy/node-path.ts';
import { GROUPS, type Policy } from '#domain/policy/policy.ts';
import { anyText, sampleCatalogue } from './policies.ts';

/** An edit that can be made of any policy; some policies refuse it. */
type SomeEdit = { readonly name: string; readonly apply: (policy: Policy) => EditResult };

/** The policy after an edit that is not refused. */
export function edited(result: EditResult): Policy {
  if (!result.ok) throw new Error(`The edit was refused: ${result.problem}`);
  return result.value;
}

/** The paths of all nodes of a policy, roots first. */
export function pathsOf(policy: Policy): NodePath[] {
  const paths: NodePath[] = ['target' as const, ...policy.rules.map(({ id }) => id)].map(tree => ({
    tree,
    steps: [],
  }));
  // What is pushed is met by the same loop.
  for (const path of paths) {
    for (const list of ['relatedModel', 'children'] as const) {
      const below = nodeAt(policy, path)?.[list] ?? [];
      paths.push(...below.map((_, index) => ({ ...path, steps: [...path.steps, { list, index }] })));
    }
  }
  return paths;
}

const NOWHERE: NodePath = { tree: 'target', steps: [{ list: 'children', index: 99 }] };

/** Any edit of any node, rule or setting; now and then one that is refused. */
export function anyEdit(catalogue: Catalogue = sampleCatalogue): fc.Arbitrary<SomeEdit> {
  return fc.oneof(
    { weight: 6, arbitrary: anyChoice(catalogue) },
    { weight: 4, arbitrary: anyMove(catalogue) },
    { weight: 3, arbitrary: anyRuleEdit() },
  );
}

/** Any text alone, rather often in its words. */
function anyOf(texts: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: anyText });
}

const someNode = fc.nat().map(nth => (policy: Policy): NodePath => {
  const paths = pathsOf(policy);
  return paths[nth % (paths.length + 1)] ?? NOWHERE;
});
const someRule = fc.nat().map(nth => (policy: Policy): number => {
  return policy.rules[nth % (policy.rules.length + 1)]?.id ?? -1;
});

function anyChoice(catalogue: Catalogue): fc.Arbitrary<SomeEdit> {
  const attributes = Object.values(catalogue.attributes).flat();
  const methods = Object.values(catalogue.comparisons).flat();
  const ids = attributes.flatMap(({ values }) => values.map(({ id }) => id));
  const types = fc.option(anyOf([...GROUPS, ...GROUPS, ...Object.keys(catalogue.sources)]));
  const names = fc.option(anyOf(attributes.map(({ name }) => name)));
  const methodNames = fc.option(anyOf(methods.map(({ method }) => method)));
  const value = fc.oneof(anyOf(ids), fc.array(anyOf(ids), { maxLength: 3 }), fc.constant(null));
  const edits = fc.oneof(
    types.map(type => ['setType', nodes.setType, type] as const),
    names.map(name => ['setAttribute', nodes.setAttribute, name] as const),
    methodNames.map(name => ['setMethod', nodes.setMethod, name] as const),
  );
  return fc
    .tuple(
      someNode,
      fc.oneof(
        edits,
        value.map(one => ['setValue', one] as const),
      ),
    )
    .map(([path, edit]) => ({
      name: edit[0],
      apply: policy =>
        edit[0] === 'setValue'
          ? nodes.setValue(policy, path(policy), edit[1], catalogue)
          : edit[1](policy, path(policy), edit[2], catalogue),
    }));
}

function anyMove(catalogue: Catalogue): fc.Arbitrary<SomeEdit> {
  const direction = fc.constantFrom('up' as const, 'down' as const);
  const list = fc.constantFrom('children' as const, 'relatedModel' as const);
  return fc.tuple(someNode, direction, list, fc.nat(3)).map(([path, way, into, kind]) => {
    const edits: readonly [SomeEdit, ...SomeEdit[]] = [
      { name: 'addNode', apply: policy => nodes.addNode(policy, path(policy), into, catalogue) },
      { name: 'removeNode', apply: policy => nodes.removeNode(policy, path(policy)) },
      { name: 'duplicateNode', apply: policy => nodes.duplicateNode(policy, path(policy)) },
      { name: 'moveNode', apply: policy => nodes.moveNode(policy, path(policy), way) },
    ];
    return edits[kind] ?? edits[0];
  });
}

function anyRuleEdit(): fc.Arbitrary<SomeEdit> {
  const effect = fc.constantFrom(...EFFECTS);
  const combine = fc.constantFrom(...RULE_COMBINES);
  return fc.tuple(someRule, anyText, effect, combine, fc.nat(7)).map(([rule, text, does, combined, kind]) => {
    const edits: readonly [SomeEdit, ...SomeEdit[]] = [
      { name: 'addRule', apply: rules.addRule },
      { name: 'renameRule', apply: policy => rules.renameRule(policy, rule(policy), text) },
      { name: 'setEffect', apply: policy => rules.setEffect(policy, rule(policy), does) },
      { name: 'duplicateRule', apply: policy => rules.duplicateRule(policy, rule(policy)) },
      { name: 'moveRule', apply: policy => rules.moveRule(policy, rule(policy), 'up') },
      { name: 'removeRule', apply: policy => rules.removeRule(policy, rule(policy)) },
      { name: 'renamePolicy', apply: policy => renamePolicy(policy, text) },
      { name: 'setCombine', apply: policy => setCombine(policy, combined) },
    ];
    return edits[kind] ?? edits[0];
  });
}
