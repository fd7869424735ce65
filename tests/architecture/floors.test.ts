import { describe, expect, it } from 'vitest';
import { breaches } from './floor-check.ts';
import { readTree, type Tree } from './imports.ts';

/** Every file of the product is read, on a slow machine perhaps. */
const PATIENCE_MS = 60_000;

describe('the house', () => {
  it('has no breach of its floors', { timeout: PATIENCE_MS }, () => {
    expect(breaches(readTree(['src', 'sw', 'server']))).toEqual([]);
  });
});

const SPARE = 'export const spare = 1;';

/** A tree in which `from` holds `code`, and everything that the codes here name exists. */
function judge(from: string, code: string, rest: Tree = {}): string[] {
  return breaches({ [from]: code, ...rest });
}

describe('the floors test', () => {
  it.each([
    ['a floor below', 'src/api/api.ts', "import { phone } from '#kit/phone.ts'"],
    ['its own folder', 'src/sync/drain.ts', "import { retry } from './retry.ts'"],
    ['a package', 'src/ui/card.tsx', "import { Phone } from 'lucide-react'"],
    ['a named pair by index.ts', 'src/features/orders/form.tsx', "import('#features/contacts/index.ts')"],
    ['what the worker may know', 'sw/background-sync.ts', "import { kinds } from '#features/offline.ts'"],
    ['an offline folder', 'src/features/offline.ts', "export * from './contacts/offline/kinds.ts'"],
    ['the contract from the server', 'server/routes/contacts.ts', "import '#contract/contacts.ts'"],
    ['test support from a test', 'src/sync/drain.test.ts', "import { phone } from '#tests/support/phone.ts'"],
    ['React above the worker', 'src/state/use-local.ts', "import { useState } from 'react'"],
  ])('lets a file use %s', (_what, from, code) => {
    expect(judge(from, code)).toEqual([]);
  });

  it.each([
    ['looks up', 'src/kit/phone.ts', "import { api } from '#api/api.ts'"],
    ['looks up', 'src/sync/drain.ts', "import type { Shell } from '../app/shell/shell.tsx'"],
    ['looks up', 'server/db/schema.ts', "import { route } from '#server/routes/contacts.ts'"],
    ['looks sideways', 'src/ui/card.tsx', "import { atom } from '#state/session.ts'"],
    ['looks sideways', 'src/api/api.ts', "export { cache } from '#storage/cache-db.ts'"],
    ['looks sideways', 'src/features/contacts/list.tsx', "await import('#features/orders/index.ts')"],
    ['enters a neighbour', 'src/features/orders/form.tsx', "import { Row } from '../contacts/row.tsx'"],
    ['enters a neighbour', 'src/state/session.ts', "import { db } from '#server/db/schema.ts'"],
    ['enters a neighbour', 'src/kit/phone.ts', "import { builders } from '#tests/support/builders.ts'"],
    ['enters a neighbour', 'server/commands/save.ts', "import { queue } from '#sync/outbox.ts'"],
    ['enters a neighbour', 'sw/main.ts', "import { Card } from '#ui/card.tsx'"],
    ['enters a neighbour', 'sw/main.ts', "import { kinds } from '#features/contacts/offline/kinds.ts'"],
    ['drags the page into the worker', 'src/features/orders/offline/kinds.ts', "import '#state/session.ts'"],
    ['drags the page into the worker', 'src/features/contacts/offline/kinds.ts', "import '../list.tsx'"],
    ['drags the page into the worker', 'src/features/offline.ts', "import './contacts/list.tsx'"],
    ['drags the page into the worker', 'src/sync/drain.ts', "import { useState } from 'react'"],
    ['drags the page into the worker', 'src/storage/live.ts', "import 'dexie-react-hooks'"],
    ['hides what it imports', 'src/app/routes.tsx', `import(\`#features/$\{name}/index.ts\`)`],
  ])('says "%s" to %s with %s', (complaint, from, code) => {
    const said = judge(from, code);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`${from} ${complaint}`);
  });

  it('says "goes round in a circle" to files that need each other, types included', () => {
    const said = judge('src/sync/a.ts', "import { b } from './b.ts'", {
      'src/sync/b.ts': "import { c } from './c.ts'",
      'src/sync/c.ts': "import type { A } from './a.ts'",
    });
    const circle = 'src/sync/a.ts → src/sync/b.ts → src/sync/c.ts → src/sync/a.ts goes round in a circle';
    expect(said).toEqual([expect.stringContaining(circle)]);
  });

  it('asks a file outside all rooms to move in', () => {
    expect(judge('src/stray.ts', SPARE)[0]).toContain('stands outside the house');
  });

  it('does not read comments', () => {
    expect(judge('src/kit/phone.ts', "// import '#app/routes.tsx'\n/* from '#ui/card.tsx' */")).toEqual([]);
  });
});
