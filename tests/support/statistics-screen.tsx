import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import type { StatsPoint } from '#contract/moderation.ts';
import { StatisticsScreen } from '#features/statistics/statistics-screen.tsx';
import { answerOf } from './network.ts';
import { Address, remotePhone, setWidth } from './screen.tsx';

export const STATS = '/moderation/stats';
export const DAYS = '/moderation/stats/days';
const HERE = '/promo/moderation/stats';

type Asked = { promoterId: number; dateFrom: string; dateTo: string };

const PROMOTERS = [
  { id: 7, name: 'Вера' },
  { id: 9, name: 'Глеб' },
  { id: 8, name: 'Яна' },
];

/**
 * A desktop with the statistics, and a backend in which Yana earns as many roubles as the day of the month on which the period
 * begins, 100 without one; Gleb earned `backend.lost` in October alone. Without `backend.points` it does not know the call for days.
 */
export async function statisticsBackend() {
  localStorage.clear();
  const backend = { points: [] as StatsPoint[], lost: 0 };
  const phone = await remotePhone(async request => {
    if (request.url.endsWith('/promoters')) return answerOf({ list: PROMOTERS });
    const { points } = backend;
    if (request.url.endsWith(DAYS)) return answerOf({ list: points }, points.length === 0 ? 404 : 200);
    if (!request.url.endsWith(STATS)) return answerOf({}, 503);
    const { promoterId, dateFrom } = (await request.json()) as Asked; // sent by the screen
    const sum = dateFrom === '' ? 100 : Number(dateFrom.slice(8));
    const rows = [
      { ...PROMOTERS[0], count: 3, done: 2, avg: 750.05, sum: 1500.1 },
      { ...PROMOTERS[1], count: 0, done: 0, avg: 0, sum: dateFrom.slice(5, 7) === '10' ? backend.lost : 0 },
      { ...PROMOTERS[2], count: 1, done: 1, avg: sum, sum },
    ];
    return answerOf({ list: rows.filter(({ id }) => promoterId === -1 || id === promoterId) });
  });
  setWidth(1280);
  const { network } = phone;
  return {
    backend,
    network,
    setNow(instant: string) {
      phone.phone.clock.now = Date.parse(instant);
    },
    open(search = '') {
      phone.show(
        <>
          <StatisticsScreen />
          <Address />
          <Back />
        </>,
        HERE + search,
      );
    },
    /** What the server was asked for, in order. */
    asked: () =>
      network.seen.filter(({ path }) => path.endsWith(STATS)).map(({ body }) => JSON.parse(body) as Asked), // sent by the screen
  };
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      back
    </button>
  );
}

/** The address behind that of the screen; all of it on another screen. */
export const address = () => screen.getByRole('status', { name: 'address' }).textContent?.replace(HERE, '');
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const day = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const pick = (label: string, value: string) => fireEvent.change(day(label), { target: { value } });
export const rowOf = async (name: string) =>
  (await screen.findByRole('row', { name: new RegExp(`^${name} `) })).textContent;
export const namesShown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

/** The names in the table, once there is one. */
export async function shown(): Promise<(string | null)[]> {
  await screen.findByRole('table');
  return namesShown();
}
