import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { type MouseEvent, useId, useState } from 'react';
import type { StatsPoint } from '#contract/moderation.ts';
import { formatMoney } from '#kit/money.ts';
import { classNames } from '#ui/class-names.ts';
import { SegmentedFilter } from '#ui/form/segmented-filter.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { SHOWN, type Shown } from './filter.ts';
import { formatPeriod } from './period.ts';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

type DaysChartProps = {
  points: readonly StatsPoint[];
  show: Shown;
  today: string;
  onShow: (show: Shown) => void;
  /** A point was pressed: its days are asked for. */
  onPick: (point: StatsPoint) => void;
};

/** Each quantity with its lines; the first one is what is compared. */
const LINES: Record<Shown, readonly ('count' | 'done' | 'sum')[]> = {
  requests: ['count', 'done'],
  sum: ['sum'],
};

/** What was brought when. Everything is drawn in percent of its box, so that it needs no measuring, neither on paper. */
export function DaysChart({ points, show, today, onShow, onPick }: DaysChartProps) {
  const titleId = useId();
  const [active, setActive] = useState<number | null>(null);
  const at = active === null ? undefined : points[active];
  const isByMonth = points.some(({ dateFrom, dateTo }) => dateFrom !== dateTo);
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.chartHead}>
        <h2 id={titleId}>{isByMonth ? texts.byMonth : texts.byDay}</h2>
        <p className={styles.readout}>{at ? pointText(at, today) : summaryOf(points, show, today)}</p>
        <div className="no-print">
          <SegmentedFilter
            label={texts.show}
            value={show}
            options={SHOWN.map(value => ({ value, label: texts.shown[value] }))}
            onChange={onShow}
          />
        </div>
      </div>
      <Plot
        points={points}
        show={show}
        today={today}
        label={isByMonth ? texts.month : texts.day}
        active={at ? active : null}
        onActive={setActive}
        onPick={onPick}
      />
      {show === 'requests' && (
        <p className={styles.legend}>
          <LegendLine name="count" title={texts.count} />
          <LegendLine name="done" title={texts.done} />
        </p>
      )}
    </section>
  );
}

/** The same in one line: its shape, and in words what it says. */
export function DaysLine({ points, show, today }: Pick<DaysChartProps, 'points' | 'show' | 'today'>) {
  return (
    <>
      <span className={styles.spark}>
        <Lines points={points} show={show} active={null} scales={scalesOf(points, show)} />
      </span>
      <span className={styles.gist}>{summaryOf(points, show, today)}</span>
    </>
  );
}

function LegendLine({ name, title }: { name: 'count' | 'done'; title: string }) {
  return (
    <span>
      <svg aria-hidden="true" width="24" height="8">
        <line className={classNames(styles.series, styles[name])} x1="0" x2="24" y1="4" y2="4" />
      </svg>
      <span>{title}</span>
    </span>
  );
}

type PlotProps = Omit<DaysChartProps, 'onShow'> & {
  label: string;
  active: number | null;
  onActive: (index: number | null) => void;
};

/** The lines, and over them a slider: it is what the mouse, a finger and the keyboard choose a point with. */
function Plot({ points, show, today, label, active, onActive, onPick }: PlotProps) {
  const hintId = useId();
  const last = points.length - 1;
  const scales = scalesOf(points, show);
  const labelsMax = useLabelsMax();
  const indexAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.round(scales.x.invert(((clientX - left) / width) * 100));
    return Math.min(last, Math.max(0, index));
  };
  const pick = (index: number | null) => {
    const point = points[index ?? last];
    if (point) onPick(point);
  };
  return (
    <div className={styles.plot}>
      <svg className={styles.yAxis} aria-hidden="true">
        {scales.ticks.map(tick => (
          <text key={tick} x="100%" y={`${scales.y(tick)}%`} textAnchor="end" dominantBaseline="middle">
            {shortNumber.format(tick)}
          </text>
        ))}
      </svg>
      <div className={styles.area}>
        <Lines points={points} show={show} scales={scales} active={active} />
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={last}
          value={active ?? last}
          aria-label={label}
          aria-valuetext={pointText(points[active ?? last], today)}
          aria-describedby={hintId}
          onChange={event => onActive(Number(event.target.value))}
          onFocus={() => onActive(active ?? last)}
          onBlur={() => onActive(null)}
          onPointerMove={event => onActive(indexAt(event))}
          onPointerLeave={() => onActive(null)}
          // A click by a screen reader has no place: it means the point that was read out.
          onClick={event => pick(event.detail === 0 ? active : indexAt(event))}
          onKeyDown={event => event.key === 'Enter' && pick(active)}
        />
        <span id={hintId} className="visually-hidden">
          {texts.pickDay}
        </span>
      </div>
      <svg className={styles.xAxis} aria-hidden="true">
        {labelledOf(points, labelsMax).map(index => (
          <text key={index} x={`${scales.place(index)}%`} y="12" textAnchor={anchorOf(index, last)}>
            {axisLabel(points[index])}
          </text>
        ))}
      </svg>
    </div>
  );
}

type Scales = ReturnType<typeof scalesOf>;

/** From points to percent of the box. */
function scalesOf(points: readonly StatsPoint[], show: Shown) {
  const last = points.length - 1;
  const largest = LINES[show].flatMap(line => points.map(point => point[line]));
  const y = scaleLinear({ domain: [0, Math.max(1, ...largest)], range: [100, 0], nice: 3 });
  const x = scaleLinear({ domain: [0, Math.max(1, last)], range: [0, 100] });
  return {
    x,
    y,
    ticks: y.ticks(3).filter(Number.isInteger),
    /** A single point stands in the middle. */
    place: (index: number) => (last === 0 ? 50 : x(index)),
  };
}

type LinesProps = Pick<PlotProps, 'points' | 'show' | 'active'> & { scales: Scales };

function Lines({ points, show, active, scales: { y, ticks, place } }: LinesProps) {
  const dots = [...(points.length === 1 ? [0] : []), ...(active === null ? [] : [active])];
  return (
    <svg aria-hidden="true" className={styles.lines}>
      {ticks.map(tick => (
        <line key={tick} className={styles.grid} x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
      ))}
      <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
        {LINES[show].map(line => (
          <LinePath
            key={line}
            className={classNames(styles.series, styles[line])}
            data={[...points]}
            x={(_, index) => place(index)}
            y={point => y(point[line])}
          />
        ))}
      </svg>
      {[...new Set(dots)].map(index =>
        LINES[show].map(line => (
          <circle
            key={line}
            className={classNames(styles.dot, styles[line])}
            cx={`${place(index)}%`}
            cy={`${y(points[index]?.[line] ?? 0)}%`}
            r="4"
          />
        )),
      )}
    </svg>
  );
}

function pointText(point: StatsPoint | undefined, today: string): string {
  if (!point) return '';
  return texts.point(formatPeriod(point, today), point.count, point.done, formatMoney(point.sum));
}

/** In words what the line says at a glance. */
function summaryOf(points: readonly StatsPoint[], show: Shown, today: string): string {
  const quantity = LINES[show][0] ?? 'sum';
  const most = points.reduce((best, point) => (point[quantity] > best[quantity] ? point : best), NO_POINT);
  if (most[quantity] === 0) return texts.nothing;
  const value = show === 'sum' ? formatMoney(most.sum) : texts.requests(most.count);
  return texts.most(formatPeriod(most, today), value);
}

const NO_POINT: StatsPoint = { dateFrom: '', dateTo: '', count: 0, done: 0, sum: 0 };

/** «120 тыс.». */
const shortNumber = new Intl.NumberFormat('ru', { notation: 'compact', maximumFractionDigits: 1 });
const dayLabel = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthLabel = new Intl.DateTimeFormat('ru', { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** How many labels there is room for below the lines. */
function useLabelsMax(): number {
  const isPhone = useMedia(PHONE);
  const hasLargeLetters = useMedia('(max-width: 20em)');
  if (hasLargeLetters) return 1;
  return isPhone ? 3 : 4;
}

/** The first, the last, and a few between them, as far from each other. */
function labelledOf(points: readonly StatsPoint[], labelsMax: number): number[] {
  const last = points.length - 1;
  const steps = Math.min(labelsMax - 1, last);
  if (steps <= 0) return [0];
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * last) / steps));
}

function anchorOf(index: number, last: number): 'start' | 'middle' | 'end' {
  if (last === 0) return 'middle';
  if (index === 0) return 'start';
  return index === last ? 'end' : 'middle';
}

function axisLabel(point: StatsPoint | undefined): string {
  const day = Date.parse(`${point?.dateFrom}T00:00:00Z`);
  if (Number.isNaN(day)) return '';
  const isDay = point?.dateFrom === point?.dateTo;
  return (isDay ? dayLabel : monthLabel).format(day).replace(' г.', '');
}
