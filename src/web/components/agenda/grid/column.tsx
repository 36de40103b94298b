import type { ComponentChildren } from 'preact';
import { type Axis, axisMinute, gapsOf, skippedOn } from '../../../../lib/time/day-axis.ts';
import { countText } from '../../../lib/moments.ts';
import { minutesText } from '../../../lib/time.ts';
import { Said } from '../../said.tsx';
import type { Selection } from '../agenda-state.ts';
import { type Column, isStaffOff, type Piece, pieceOf, type SlotGroup } from '../columns.ts';
import { Labelled } from '../labelled.tsx';
import { scaled } from '../text-size.ts';
import type { Booking, Interval } from '../types.ts';
import type { Zones } from '../words.ts';
import { BookingText, bookingLabel, GroupText, groupLabel } from './block.tsx';
import { type Box, layOut } from './layout.ts';

/** WCAG 2.2, 2.5.8: a target has at least 24 pixels. */
const MIN_HEIGHT = 24;
const LINE_HEIGHT = 17;

export interface TrackProps {
  column: Column;
  axis: Axis;
  pixelsPerMinute: number;
  /** Blocks that have room beside each other. */
  maxLanes: number;
  zones: Zones;
  now: number;
  selected: string | undefined;
  onSelect(selection: Selection, key: string): void;
}

type Item = Box & ({ kind: 'booking'; piece: Piece } | { kind: 'free'; group: SlotGroup });

/** The times of a column: closed ones, then bookings and free starts as buttons. */
export function Track({ column, axis, pixelsPerMinute, maxLanes, zones, now, selected, onSelect }: TrackProps) {
  const { day } = column;
  const y = (at: number) =>
    (Math.min(Math.max(axisMinute(at, day, axis.strips), axis.start), axis.end) - axis.start) * pixelsPerMinute;
  const box = ({ start, end }: Interval): Box => ({ top: y(start), bottom: y(end) });
  const items: Item[] = [
    ...column.bookings.map((booking): Item => {
      const piece = pieceOf(booking, day);
      return { ...box(piece.busy), kind: 'booking', piece };
    }),
    ...column.groups.map((group): Item => ({ ...box(group), kind: 'free', group })),
  ];
  const { placed, more } = layOut(items, MIN_HEIGHT, maxLanes);
  const place = ({ top, bottom }: Box, lane: number, lanes: number) => ({
    top: scaled(top),
    height: `calc(${scaled(Math.max(MIN_HEIGHT, bottom - top))} - 1px)`,
    left: `${(lane / lanes) * 100}%`,
    width: `calc(${100 / lanes}% - 2px)`,
  });
  const height = (axis.end - axis.start) * pixelsPerMinute;
  return (
    <div class="track" style={{ height: scaled(height), '--hour': scaled(pixelsPerMinute * 60) }}>
      {(column.closed ?? []).map((closed) => (
        <Shade key={closed.start} box={box(closed)} kind="closed">
          {column.closedReason && closed.end - closed.start >= day.end - day.start && (
            <Said text={column.closedReason} />
          )}
        </Shade>
      ))}
      {column.away.map((away) => (
        <Shade key={away.start} box={box(away)} kind="away">
          Away
        </Shade>
      ))}
      {column.unread.map((unread) => (
        <Shade key={unread.start} box={box(unread)} kind="unread">
          Not shown
        </Shade>
      ))}
      <ClockChange column={column} axis={axis} pixelsPerMinute={pixelsPerMinute} />
      {placed.map(({ item, lane, lanes }) =>
        item.kind === 'booking' ? (
          <Buffers key={`~${item.piece.booking.key}`} piece={item.piece} box={box} lane={lane} lanes={lanes} />
        ) : null,
      )}
      <ul>
        {placed.map(({ item, top, bottom, lane, lanes }) => {
          const lines = Math.max(1, Math.floor((bottom - top - 4) / LINE_HEIGHT));
          const style = place({ top, bottom }, lane, lanes);
          if (item.kind === 'free') {
            const { group } = item;
            return (
              <li key={group.key} style={style}>
                <button
                  type="button"
                  class="block free"
                  data-cell={group.key}
                  aria-expanded={selected === group.key}
                  onClick={() => onSelect(ofGroup(group), group.key)}
                >
                  <Labelled label={groupLabel(group, zones)}>
                    <GroupText group={group} zones={zones} lines={lines} />
                  </Labelled>
                </button>
              </li>
            );
          }
          const { booking, startsBefore, endsAfter } = item.piece;
          return (
            <li key={booking.key} style={{ ...style, '--lines': lines }}>
              <button
                type="button"
                class={`${blockClass(booking, startsBefore, endsAfter)}${lines < 2 ? ' one-line' : ''}`}
                data-cell={`${booking.key}@${column.key}`}
                aria-expanded={selected === `${booking.key}@${column.key}`}
                onClick={() => onSelect({ kind: 'booking', booking }, `${booking.key}@${column.key}`)}
              >
                <Labelled label={bookingLabel(booking, day, zones, isStaffOff(booking, column))}>
                  {' '}
                  <BookingText
                    booking={booking}
                    day={day}
                    zones={zones}
                    isOwnColumn={column.person !== undefined}
                    lines={lines}
                  />
                </Labelled>
              </button>
            </li>
          );
        })}
        {more.map(({ items: hidden, top, bottom, lane, lanes }) => (
          <li key={`+${top}`} style={place({ top, bottom }, lane, lanes)}>
            <button
              type="button"
              class="block more"
              data-cell={`+${top}@${column.key}`}
              aria-expanded={selected === `+${top}@${column.key}`}
              onClick={() => onSelect(ofItems(hidden), `+${top}@${column.key}`)}
            >
              <Labelled
                label={`${countText(hidden.length, 'more entry', 'more entries')} at this time`}
              >{`+${hidden.length} more`}</Labelled>
            </button>
          </li>
        ))}
      </ul>
      <SkippedPart column={column} axis={axis} pixelsPerMinute={pixelsPerMinute} />
      {now >= day.start && now < day.end && isOnAxis(now, column, axis) && (
        <div class="now" aria-hidden="true" style={{ top: scaled(y(now)) }} />
      )}
    </div>
  );
}

const isOnAxis = (at: number, { day }: Column, { start, end, strips }: Axis) => {
  const minute = axisMinute(at, day, strips);
  return minute >= start && minute <= end;
};

export const blockClass = (
  { isOff, isMissed, isPending, privateBusy }: Booking,
  startsBefore = false,
  endsAfter = false,
): string =>
  [
    'block booking',
    isOff && 'off',
    isMissed && 'missed',
    isPending && 'pending',
    privateBusy.length > 0 && 'conflict',
    startsBefore && 'from-before',
    endsAfter && 'goes-on',
  ]
    .filter(Boolean)
    .join(' ');

export const ofGroup = ({ slots }: SlotGroup): Selection =>
  slots.length === 1 && slots[0] ? { kind: 'slot', slot: slots[0] } : { kind: 'several', bookings: [], slots };

function ofItems(items: readonly Item[]): Selection {
  const bookings = items.flatMap((item) => (item.kind === 'booking' ? [item.piece.booking] : []));
  const slots = items.flatMap((item) => (item.kind === 'free' ? item.group.slots : []));
  return { kind: 'several', bookings, slots };
}

function Shade({ box, kind, children }: { box: Box; kind: string; children?: ComponentChildren }) {
  const height = box.bottom - box.top;
  if (height <= 0) return null;
  return (
    <div class={`shade ${kind}`} aria-hidden="true" style={{ top: scaled(box.top), height: scaled(height) }}>
      {height >= MIN_HEIGHT && children}
    </div>
  );
}

interface BuffersProps {
  piece: Piece;
  box(interval: Interval): Box;
  lane: number;
  lanes: number;
}

/** The time around a booking in which its staff is busy. */
function Buffers({ piece: { busy, around }, box, lane, lanes }: BuffersProps) {
  const across = { left: `${(lane / lanes) * 100}%`, width: `calc(${100 / lanes}% - 2px)` };
  return (
    <>
      {[
        { start: around.start, end: busy.start },
        { start: busy.end, end: around.end },
      ].map(({ start, end }) => {
        const { top, bottom } = box({ start, end });
        if (bottom <= top) return null;
        return (
          <div
            key={start}
            class="buffer"
            aria-hidden="true"
            style={{ ...across, top: scaled(top), height: scaled(bottom - top) }}
          />
        );
      })}
    </>
  );
}

/** Marks the hour that the clocks skip on this day, or show twice on another one. */
function ClockChange({ column, axis, pixelsPerMinute }: Pick<TrackProps, 'column' | 'axis' | 'pixelsPerMinute'>) {
  const { change } = column.day;
  const skipped = skippedOn(column.day, axis.strips);
  const label =
    change && `The clocks go from ${minutesText(change.minutes)} to ${minutesText(change.minutes + change.by)}`;
  return (
    <>
      {gapsOf(column.day, axis.strips).map((gap) => (
        <Shade key={gap.start} box={boxOn(axis, gap, pixelsPerMinute)} kind="skipped">
          {gap.start === skipped?.start ? label : ''}
        </Shade>
      ))}
    </>
  );
}

/** Marks the part of an appointment in which no time passes, because the clocks skip it: it looks longer than it is. */
function SkippedPart({ column, axis, pixelsPerMinute }: Pick<TrackProps, 'column' | 'axis' | 'pixelsPerMinute'>) {
  const skipped = skippedOn(column.day, axis.strips);
  const at = column.day.change?.at ?? 0;
  if (!skipped || !column.bookings.some(({ start, end }) => start < at && end > at)) return null;
  return <Shade box={boxOn(axis, skipped, pixelsPerMinute)} kind="skipped-part" />;
}

/** Where minutes of the axis are drawn. */
function boxOn({ start, end }: Axis, part: Interval, pixelsPerMinute: number): Box {
  const y = (minute: number) => (Math.min(Math.max(minute, start), end) - start) * pixelsPerMinute;
  return { top: y(part.start), bottom: y(part.end) };
}
