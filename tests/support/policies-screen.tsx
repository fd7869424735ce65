import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Policy } from '#domain/policy/policy.ts';
import { PoliciesScreen } from '#features/policies/policies-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { type Desk, moderatorDesk } from './moderator.tsx';
import { plantPolicies } from './policy-book.ts';
import { setWidth } from './screen.tsx';
import type { TestServer, TestUser } from './server.ts';

export type PoliciesDesk = Desk & {
  /** Opens the screen, at once with a policy if it is named; returns how to leave it. */
  show: (policy?: number) => Promise<() => void>;
  /** What the server has. */
  stored: () => Promise<(Policy & { version: number })[]>;
  /** What somebody else saves meanwhile. */
  saveElsewhere: (policy: Policy) => Promise<void>;
};

/** The policies' screen at the real server in this process, which has these policies and no others. */
export async function policiesDesk(
  server: TestServer,
  planted: readonly Policy[],
  user: TestUser = server.users.admin,
): Promise<PoliciesDesk> {
  await plantPolicies(server, planted);
  const desk = await moderatorDesk(server, user);
  setWidth(1280);
  const headers = { ...(await server.signIn(server.users.admin)), 'content-type': 'application/json' };
  const show = async (policy?: number) => {
    const at = policy === undefined ? '/abac' : `/abac?policy=${policy}`;
    const view = (
      <>
        <PoliciesScreen />
        <Toasts />
      </>
    );
    const { unmount } = desk.open(at, { '/abac': view });
    await screen.findByRole('button', { name: 'Add policy' }, { timeout: 10_000 });
    return unmount;
  };
  return {
    ...{ ...desk, show },
    async stored() {
      const answer = await server.fetch('/abac/getPolicies', { headers });
      // Our own server's answer, checked by its own tests.
      return ((await answer.json()) as { list: (Policy & { version: number })[] }).list;
    },
    async saveElsewhere(policyData) {
      const body = JSON.stringify({ policyData });
      const answer = await server.fetch('/abac/updatePolicy', { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`the other save was answered ${answer.status}`);
    },
  };
}

/** The field of the policy's name. */
export const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Название' });

/** Types another name for the policy. */
export async function rename(name: string): Promise<void> {
  await userEvent.clear(nameField());
  await userEvent.type(nameField(), name);
}

/** Presses a button of that name. */
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Presses Save policy and confirms what it would change. */
export async function save(): Promise<void> {
  await press('Save policy');
  const question = await screen.findByRole('dialog', { name: /^Сохранить политику / });
  await userEvent.click(within(question).getByRole('button', { name: 'Сохранить' }));
}
