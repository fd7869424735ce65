import { expect, test } from 'vitest';
import { listPolicies } from '#contract/policies.ts';
import { listReceipts } from '#contract/warehouse.ts';
import { places } from '#features/error-screens/forbidden-screen.tsx';
import { matchingRows, nearestRequirement } from './match-route.ts';
import { screens } from './routes.tsx';

const placeOf = (path: string) => places.find(place => matchingRows([place], path).length > 0);
const inside = screens.filter(({ offline }) => offline !== 'public');

test('whatever the 403 screen says of a screen is what that screen asks for', () => {
  const asked = inside.map(({ path }) => [path, nearestRequirement(matchingRows(screens, path))]);
  const guarded = asked.filter(([, needs]) => needs !== undefined);
  expect(guarded.length).toBeGreaterThan(5);
  expect(guarded.map(([path]) => [path, placeOf(String(path))?.needs])).toEqual(guarded);
});

/** SPEC: «Extra permission: none»; our server asks for one, another backend for none or for its own. */
test.each([
  ['/abac', listPolicies.guard],
  ['/warehouse', listReceipts.guard],
])('screens below %s are left to the server, and its refusal is explained', (start, guard) => {
  const left = inside.filter(({ path }) => path.startsWith(start));
  expect(left.length).toBeGreaterThan(0);
  expect(left.flatMap(({ needs }) => needs ?? [])).toEqual([]);
  expect(left.map(({ path }) => placeOf(path)?.needs)).toEqual(left.map(() => guard));
});
