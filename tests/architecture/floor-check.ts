import { ALLOWED_IMPORTS, COLLECTORS, FLOORS, PAGE_PACKAGES, PAIRS, WORKER_CEILING } from './floors.ts';
import { type Import, importsOf, type Tree } from './imports.ts';

const OWN = /^(src|sw|server|tests)\//;
const TEST = /\.test\.tsx?$/;

/** Every breach of the floors, each as a sentence that says what to do instead. */
export function breaches(tree: Tree): string[] {
  const imports = importsOf(tree);
  return [...outsideFloors(tree), ...imports.flatMap(each => judge(each) ?? []), ...circles(imports)];
}

/** `contacts` of src/features/contacts/list.tsx. */
function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

function isWorkerPart(path: string): boolean {
  return COLLECTORS.includes(path) || /^src\/features\/[^/]+\/offline\//.test(path);
}

function moduleOf(path: string): string | undefined {
  return FLOORS.flat().find(module => path === module || path.startsWith(`${module}/`));
}

function floorOf(module: string | undefined): number {
  return FLOORS.findIndex(modules => module !== undefined && modules.includes(module));
}

function outsideFloors(tree: Tree): string[] {
  const lost = Object.keys(tree).filter(path => !moduleOf(path) && !TEST.test(path));
  return lost.map(path => `${path} stands outside the house: move it to a folder named in floors.ts`);
}

function judge({ from, to }: Import): string | undefined {
  const says = (what: string) => `${from} ${what} (imports ${to})`;
  if (to.includes('${')) return says('hides what it imports: write the path as a plain string');
  if (TEST.test(from) && to.startsWith('tests/support/')) return undefined;
  if (!OWN.test(to)) return judgePackage(from, to, says);
  return judgeTopFolder(from, to, says) ?? judgeWorkerPart(from, to, says) ?? judgeFloor(from, to, says);
}

type Says = (what: string) => string;

function judgePackage(from: string, name: string, says: Says): string | undefined {
  if (name.startsWith('..')) return says('enters a neighbour: only src, sw and server hold code');
  const isBelow = floorOf(moduleOf(from)) <= floorOf(WORKER_CEILING) || isWorkerPart(from);
  if (TEST.test(from) || !PAGE_PACKAGES.test(name) || !(isBelow || from.startsWith('sw/'))) return undefined;
  return says('drags the page into the worker: this package needs a page, use it in ui, state or above');
}

function judgeTopFolder(from: string, to: string, says: Says): string | undefined {
  const [folder = ''] = from.split('/');
  if (to.startsWith(`${folder}/`)) return undefined;
  const modules = ALLOWED_IMPORTS[folder] ?? [];
  if (modules.some(module => to === module || to.startsWith(`${module}/`))) return undefined;
  return says(`enters a neighbour: ${folder} may use only ${modules.join(', ') || 'its own'}`);
}

function judgeWorkerPart(from: string, to: string, says: Says): string | undefined {
  if (!isWorkerPart(from) || floorOf(moduleOf(to)) <= floorOf(WORKER_CEILING)) return undefined;
  const isSameFeature = COLLECTORS.includes(from) || featureOf(from) === featureOf(to);
  if (isWorkerPart(to) && isSameFeature) return undefined;
  return says('drags the page into the worker: offline/ may use only its own folder, sync and below');
}

function judgeFloor(from: string, to: string, says: Says): string | undefined {
  const [module, other] = [moduleOf(from), moduleOf(to)];
  const isVisit = !to.startsWith(`${from.split('/')[0]}/`);
  // A test may look at the whole house that its subject stands in.
  if (module === undefined || isVisit || TEST.test(from)) return undefined;
  if (module === other) return module === 'src/features' ? judgeFeatures(from, to, says) : undefined;
  if (floorOf(other) === floorOf(module)) return says('looks sideways: move what both need one floor down');
  if (floorOf(other) < floorOf(module) && other) return undefined;
  return says('looks up: pass it in as an argument, or move it down');
}

function judgeFeatures(from: string, to: string, says: Says): string | undefined {
  const [feature, neighbour] = [featureOf(from), featureOf(to)];
  if (feature === neighbour || COLLECTORS.includes(from)) return undefined;
  const isPair = PAIRS.some(([first, second]) => first === feature && second === neighbour);
  if (isPair && to === `src/features/${neighbour}/index.ts`) return undefined;
  if (isPair) return says(`enters a neighbour: use src/features/${neighbour}/index.ts`);
  return says('looks sideways: features do not see each other, the named pairs are in floors.ts');
}

/** Each circle once, named by the file at which the walk met it again. */
function circles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: readonly string[]) => {
    const met = path.indexOf(file);
    if (met >= 0) found.push([...path.slice(met), file].join(' → '));
    if (met >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found.map(circle => `${circle} goes round in a circle: move what both need to a third file`);
}
