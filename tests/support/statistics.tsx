import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { answerOf } from './network.ts';
import { type RemotePhone, remotePhone } from './remote.tsx';
import { setWidth } from './screen.tsx';

export const STATS = '/moderation/stats';
const HERE = '/promo/moderation/stats';

type Asked = { promoterId: number; dateFrom: string; dateTo: string };

const PROMOTERS = [
  { id: 7, name: 'Вера' },
  { id: 9, name: 'Глеб' },
  { id: 8, name: 'Яна' },
];

/** Yana earns as many roubles as the day of the month on which the period begins, 100 without one. */
function rowsFor({ promoterId, dateFrom }: Asked): object[] {
  const sum = dateFrom === '' ? 100 : Number(dateFrom.slice(8));
  const rows = [
    { ...PROMOTERS[0], count: 3, done: 2, avg: 750.05, sum: 1500.1 },
    { ...PROMOTERS[1], count: 0, done: 0, avg: 0, sum: 0 },
    { ...PROMOTERS[2], count: 1, done: 1, avg: sum, sum },
  ];
  return rows.filter(({ id }) => promoterId === -1 || id === promoterId);
}

async function answer(request: Request): Promise<Response> {
  if (request.url.endsWith('/promoters')) return answerOf({ list: PROMOTERS });
  if (!request.url.endsWith(STATS)) return answerOf({}, 503);
  return answerOf({ list: rowsFor((await request.json()) as Asked) }); // sent by the screen
}

export type StatisticsStage = RemotePhone & {
  /** Shows the screen at its address with this search. */
  open(search?: string): void;
  /** What the server was asked for, in order. */
  asked(): Asked[];
};

/** A backend with three promoters, and a desktop before it. */
export async function statisticsStage(statistics: ReactNode): Promise<StatisticsStage> {
  localStorage.clear();
  const phone = await remotePhone(answer);
  setWidth(1280);
  return {
    ...phone,
    open: (search = '') =>
      void phone.show(
        <>
          {statistics}
          <Where />
        </>,
        HERE + search,
      ),
    asked: () =>
      phone.network.seen
        .filter(({ path }) => path.endsWith(STATS))
        .map(({ body }) => JSON.parse(body) as Asked), // sent by the screen
  };
}

function Where() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="address">{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
    </>
  );
}

/** The address behind that of the screen; all of it on another screen. */
export function address(): string | undefined {
  return screen.getByRole('status', { name: 'address' }).textContent?.replace(HERE, '');
}

export function press(name: string): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name }));
}

export function day(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label);
}

export function pick(label: string, value: string): void {
  fireEvent.change(day(label), { target: { value } });
}

/** The row of a promoter, or of the totals, once it is there. */
export async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('rowheader', { name })).closest('tr');
  if (!row) throw new Error(`«${name}» stands in no row`);
  return row;
}

export function namesShown(): (string | null)[] {
  return screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
}

/** The names in the table, once there is one. */
export async function shown(): Promise<(string | null)[]> {
  await screen.findByRole('table');
  return namesShown();
}
