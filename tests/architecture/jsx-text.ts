import { relative } from 'node:path';
import {
  type Identifier,
  isFunctionDeclaration,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxText,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

const TEXT =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BigIntLike |
  TypeFlags.AnyOrUnknown |
  TypeFlags.TypeParameter;

/**
 * The places in the .tsx files of a project where a text is not the only child of its element, each as a sentence. A
 * browser that translates the page replaces text nodes: React can then not change such a text, and it throws where it inserts
 * or removes something beside it. A text that is alone is written through its element. `files`: texts by absolute path, read
 * instead of those on the disk.
 */
export function looseTexts(tsconfig: string, files?: Readonly<Record<string, string>>): string[] {
  const fs = files && {
    readFile: (path: string) => files[path],
    fileExists: (path: string) => path in files || undefined,
  };
  const api = new API({ cwd: process.cwd(), ...(fs && { fs }) });
  try {
    const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects();
    if (!project) throw new Error(`${tsconfig} is no project`);
    const { program, checker } = project;
    const sources = project.rootFiles.filter(name => name.endsWith('.tsx'));
    return sources.flatMap(name => {
      const file = program.getSourceFile(name);
      return file ? looseTextsOf(file, checker) : [];
    });
  } finally {
    api.close();
  }
}

type Parent = JsxElement | JsxFragment;

function looseTextsOf(file: SourceFile, checker: Checker): string[] {
  const found: string[] = [];
  const report = (node: Node, advice: string) => {
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    const words = node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 60);
    found.push(`${relative(process.cwd(), file.fileName)}:${line} ${words}: ${advice}`);
  };
  const visit = (node: Node) => {
    if (isJsxElement(node) || isJsxFragment(node)) {
      for (const child of looseChildren(node, checker)) report(child, 'give the text an element of its own');
    }
    if (isFunctionDeclaration(node) && node.name && returnsText(node.name, checker)) {
      report(node.name, 'a component returns elements, not text: see ui/elements.ts');
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function looseChildren(parent: Parent, checker: Checker): JsxChild[] {
  const children = parent.children.filter(isDrawn);
  const isOnly = isJsxElement(parent) && children.length === 1;
  return children.filter(child => {
    if (isJsxText(child)) return !isOnly;
    if (!isJsxExpression(child) || !child.expression) return false;
    const type = checker.getTypeAtLocation(child.expression);
    return isOnly ? hasTexts(type, checker) : canBeText(type, checker);
  });
}

/** Not the line break between two tags, and no comment. */
function isDrawn(child: JsxChild): boolean {
  if (isJsxText(child)) return child.text.trim() !== '' || !child.text.includes('\n');
  return !isJsxExpression(child) || child.expression !== undefined;
}

function returnsText(name: Identifier, checker: Checker): boolean {
  const type = /^[A-Z]/.test(name.text) ? checker.getTypeAtLocation(name) : undefined;
  const signatures = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  return signatures.some(each => canBeText(checker.getReturnTypeOfSignature(each), checker));
}

/** What `condition && <Element />` leaves of a text or a number is drawn as nothing. */
function canBeText(type: Type | undefined, checker: Checker, seen = new Set<Type>()): boolean {
  return partsOf(type).some(part => {
    const isEmpty = part.isLiteralType() && !part.value;
    return (part.flags & TEXT && !isEmpty) || hasTexts(part, checker, seen);
  });
}

/** A list in which texts stand side by side. */
function hasTexts(type: Type | undefined, checker: Checker, seen = new Set<Type>()): boolean {
  return partsOf(type).some(part => {
    if (seen.has(part) || !checker.isArrayType(part)) return false;
    seen.add(part);
    const items = part.isTypeReference() ? checker.getTypeArguments(part) : [];
    return items.some(item => canBeText(item, checker, seen));
  });
}

function partsOf(type: Type | undefined): readonly Type[] {
  if (!type) return [];
  return type.isUnionType() ? type.getTypes() : [type];
}
