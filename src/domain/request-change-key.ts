import type { Request } from '#contract/requests.ts';

/**
 * What makes a request «Новое» when it changes, as one text: its state and whether it was paid. The state's name,
 * because not every backend tells its code in lists and details alike; the transient values of `paid` are unpaid.
 */
export function requestChangeKey({ state_name, paid }: Pick<Request, 'state_name' | 'paid'>): string {
  return `${state_name}|${paid === 1 ? 'paid' : 'unpaid'}`;
}
