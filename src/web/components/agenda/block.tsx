import { clockText } from '../../lib/time.ts';
import type { ZonedDay } from '../../lib/zoned.ts';
import { Said } from '../said.tsx';
import type { SlotGroup } from './columns.ts';
import type { Booking } from './types.ts';
import {
  type BookingPart,
  bookingRest,
  countText,
  shortSpan,
  slotRest,
  statusText,
  userTime,
  type Zones,
  zonesDiffer,
} from './words.ts';

interface BookingTextProps {
  booking: Booking;
  day: ZonedDay;
  zones: Zones;
  /** Whose column it is in; a name is then no news. */
  isOwnColumn: boolean;
  /** Lines that have room. */
  lines: number;
}

/** What a block of the grid shows of a booking: the more, the higher it is. The rest is for screen readers. */
export function BookingText({ booking, day, zones, isOwnColumn, lines }: BookingTextProps) {
  const { service, name, staff, isOff, isPending, status } = booking;
  const start = clockText(new Date(Math.max(booking.start, day.start)), zones.business);
  const user = userTime(booking, zones);
  const who = name ? <Said text={name.slice(0, 120)} /> : null;
  const what = service ? <Said text={service.slice(0, 120)} /> : null;
  const isStated = (isOff || isPending) && status !== undefined;
  const state = isStated ? <span class="state">{statusText(status)}</span> : null;
  const visible: BookingPart[] = isStated ? ['status'] : [];
  const add = <T,>(part: BookingPart, text: T): T => {
    visible.push(part);
    return text;
  };
  const first = who ? add('name', who) : add('service', what);
  const isHigh = lines > 2;
  const second = lines > 1 && who && what && <span class="line">{add('service', what)}</span>;
  return (
    <>
      {isHigh ? (
        <>
          <span class="line time">{add('time', shortSpan(booking, zones.business))}</span>{' '}
          <span class="line who">
            {state} {first}
          </span>
        </>
      ) : (
        <span class={lines > 1 ? 'line' : 'line only'}>
          {state} <span class="time">{add('start', start)}</span> <span class="who">{first}</span>
        </span>
      )}{' '}
      {second}
      {lines > 3 && !isOwnColumn && staff && (
        <span class="line quiet">
          {' '}
          with <Said text={add('staff', staff).slice(0, 120)} />
        </span>
      )}
      {lines > 4 && user && <span class="line quiet"> {add('user', user)} your time</span>}
      <Rest text={bookingRest(booking, day, zones, visible)} />
    </>
  );
}

/** The rest of the name of an entry, which is not visible. The visible text comes first (WCAG 2.2, 2.5.3). */
export const Rest = ({ text }: { text: string }) => (text ? <span class="visually-hidden">, {text}</span> : null);

/** What the text of free starts that follow each other does not say. */
export function groupRest({ slots, start }: SlotGroup, zones: Zones): string {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return '';
  if (slots.length === 1) return slotRest(first, zones);
  return zonesDiffer(start, zones)
    ? `your time ${clockText(new Date(first.start), zones.user)} to ${clockText(new Date(last.start), zones.user)}`
    : '';
}

/** What a block of free starts shows. */
export function GroupText({ group, zones, lines }: { group: SlotGroup; zones: Zones; lines: number }) {
  const { slots } = group;
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  if (slots.length === 1) {
    return (
      <span class="line">
        <span class="time">{clockText(new Date(first.start), zones.business)}</span> free
        <Rest text={groupRest(group, zones)} />
      </span>
    );
  }
  const count = countText(slots.length, 'free time');
  return (
    <>
      <span class="time">{shortSpan({ start: first.start, end: last.start }, zones.business)}</span>{' '}
      {lines > 1 && <span class="quiet">{count}</span>}
      <Rest text={[lines > 1 ? '' : count, groupRest(group, zones)].filter(Boolean).join(', ')} />
    </>
  );
}
