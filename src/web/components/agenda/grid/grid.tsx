import { type Axis, axisMinute, hourMarks } from '../../../../lib/time/day-axis.ts';
import { localTime, minutesText } from '../../../lib/time.ts';
import type { Selection } from '../agenda-state.ts';
import { type Column, extentOf } from '../columns.ts';
import { scaled } from '../text-size.ts';
import type { Zones } from '../words.ts';
import { hourText, zonesDiffer } from '../words.ts';
import { axisOf } from './axis.ts';
import { Track } from './column.tsx';
import { ColumnHeading } from './column-heading.tsx';

export interface GridProps {
  columns: Column[];
  mode: 'day' | 'week';
  /** Pixels that the columns have in all. */
  width: number;
  zones: Zones;
  now: number;
  today: string;
  thisYear: string;
  headingLevel: 2 | 3;
  selected: string | undefined;
  onSelect(selection: Selection, key: string): void;
  /** Shows one day of the week. */
  onDay: ((date: string) => void) | undefined;
}

/** Narrowest lane in which a name can be recognized, in pixels. */
const LANE_WIDTH = 44;
const MIN_HEIGHT = 24;

/** A column for each day or person, with one axis. */
export function Grid(props: GridProps) {
  const { columns, mode, width, zones, now, today, thisYear, headingLevel, selected, onSelect, onDay } = props;
  const axis = axisOf(
    columns.map(({ day }) => day),
    extentOf(columns),
  );
  const pixelsPerMinute = scaleOf(columns, axis);
  const maxLanes = Math.max(1, Math.floor(width / columns.length / LANE_WIDTH));
  return (
    <div class="grid" style={{ '--columns': columns.length }}>
      <AxisLabels axis={axis} columns={columns} zones={zones} now={now} pixelsPerMinute={pixelsPerMinute} />
      {columns.map((column, index) => (
        <section key={column.key} class="column" data-column aria-labelledby={`agenda-column-${index}`}>
          <ColumnHeading
            id={`agenda-column-${index}`}
            column={column}
            isWeek={mode === 'week'}
            isToday={column.day.date === today}
            thisYear={thisYear}
            level={headingLevel}
            zone={zones.business}
            onDay={onDay}
          />
          <Track
            column={column}
            axis={axis}
            pixelsPerMinute={pixelsPerMinute}
            maxLanes={maxLanes}
            zones={zones}
            now={now}
            selected={selected}
            onSelect={onSelect}
          />
        </section>
      ))}
    </div>
  );
}

/** Pixels for a minute: so many that the shortest booking can be hit, within limits. */
function scaleOf(columns: readonly Column[], { start, end }: Axis): number {
  const shortest = columns
    .flatMap(({ bookings }) => bookings)
    .reduce((minutes, booking) => Math.min(minutes, (booking.end - booking.start) / 60_000), 60);
  const usual = end - start > 14 * 60 ? 0.75 : 0.95;
  return Math.min(1.6, Math.max(usual, MIN_HEIGHT / shortest));
}

interface AxisLabelsProps {
  axis: Axis;
  columns: Column[];
  zones: Zones;
  now: number;
  pixelsPerMinute: number;
}

/** Hours in the zone of the business, and beside them those of the user as far as they are the same on all days. */
function AxisLabels({ axis, columns, zones, now, pixelsPerMinute }: AxisLabelsProps) {
  const top = (minute: number) => scaled((minute - axis.start) * pixelsPerMinute);
  const days = columns.map(({ day }) => day);
  const today = days.find(({ start, end }) => now >= start && now < end);
  const nowMinute = today && axisMinute(now, today, axis.strips);
  const height = (axis.end - axis.start) * pixelsPerMinute;
  return (
    <div class="axis" aria-hidden="true">
      <div class="axis-track" style={{ height: scaled(height) }}>
        {hourMarks(axis).map(({ minute, clock, isRepeated }) => {
          const isNearNow = nowMinute !== undefined && Math.abs(nowMinute - minute) * pixelsPerMinute < 14;
          const user = isRepeated ? undefined : userHour(clock, columns, zones);
          return (
            <div key={minute} class={`hour${isRepeated ? ' repeated' : ''}`} style={{ top: top(minute) }}>
              {!isNearNow && <span>{hourText(clock)}</span>}
              {isRepeated && <span class="user">again</span>}
              {!isNearNow && user !== undefined && <span class="user">{user}</span>}
            </div>
          );
        })}
        {nowMinute !== undefined && nowMinute >= axis.start && nowMinute <= axis.end && (
          <div class="hour now-label" style={{ top: top(nowMinute) }}>
            <span>{clockOf(now, zones.business)}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** The hour that the clocks of the user show, if it is the same on all days. */
function userHour(clock: number, columns: readonly Column[], zones: Zones): string | undefined {
  const texts = new Set(
    columns.map(({ day }) => {
      const at = day.start + clock * 60_000 - (day.change && clock >= day.change.minutes ? day.change.by * 60_000 : 0);
      return zonesDiffer(at, zones) ? clockOf(at, zones.user) : '';
    }),
  );
  const [text] = texts;
  return texts.size === 1 && text ? text : undefined;
}

/** What a clock shows: the place on the axis says which of two equal times it is. */
const clockOf = (at: number, zone: string) => minutesText(localTime(new Date(at), zone).minutes);
