import type { ZonedDay } from '../../../../lib/time/zoned-day.ts';
import { countText } from '../../../lib/moments.ts';
import { clockText } from '../../../lib/time.ts';
import { Said } from '../../said.tsx';
import type { SlotGroup } from '../columns.ts';
import { ConflictMark } from '../conflict.tsx';
import { Customer, MAX_SHOWN } from '../customer.tsx';
import type { Booking } from '../types.ts';
import {
  bookingLabel,
  conflictText,
  endText,
  overnightText,
  shortSpan,
  slotLabel,
  spanText,
  startText,
  statusText,
  userTime,
  type Zones,
  zonesDiffer,
} from '../words.ts';

interface BookingTextProps {
  booking: Booking;
  day: ZonedDay;
  zones: Zones;
  /** Whose column it is in; a name is then no news. */
  isOwnColumn: boolean;
  /** Lines that have room. */
  lines: number;
}

/** What a block of the grid shows of a booking: the more, the higher it is. Its button has the whole as its name. */
export function BookingText({ booking, day, zones, isOwnColumn, lines }: BookingTextProps) {
  const { service, name, staff, isOff, isMissed, isPending, status, privateBusy } = booking;
  const [start, overnight] = [startText(booking, day), overnightText(booking, day)];
  const user = userTime(booking, zones);
  const who = name ? <Customer name={name} /> : null;
  const what = service ? <Said text={service} max={MAX_SHOWN} /> : null;
  const state = (isOff || isMissed || isPending) && status ? <span class="state">{statusText(status)}</span> : null;
  const mark = privateBusy.length > 0 && (
    <>
      <ConflictMark />{' '}
    </>
  );
  const head = (
    <span class="line">
      {mark}
      {state}
      <span class="time">{start}</span> <span class="who">{who ?? what}</span>
    </span>
  );
  if (lines < 3) {
    return (
      <>
        {head}
        {lines > 1 && who && what && <span class="line">{what}</span>}
      </>
    );
  }
  return (
    <>
      <span class="line time">
        {overnight ? start : shortSpan(booking, zones.business)}
        {overnight && <span class="until">, until {endText(booking, day)}</span>}
      </span>
      <span class="line who">
        {mark}
        {state}
        {who ?? what}
      </span>
      {who && what && <span class="line">{what}</span>}
      {lines > 3 && !isOwnColumn && staff && (
        <span class="line quiet">
          with <Said text={staff} max={MAX_SHOWN} />
        </span>
      )}
      {lines > 3 && privateBusy.length > 0 && (
        <span class="line conflict-line">{conflictText(booking, zones.business)}</span>
      )}
      {lines > 4 && user && <span class="line quiet">{user} your time</span>}
    </>
  );
}

export { bookingLabel };

/** The label of free starts that follow each other. */
export function groupLabel({ slots, start }: SlotGroup, zones: Zones): string {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return '';
  if (slots.length === 1) return slotLabel(first, zones);
  const user = zonesDiffer(start, zones)
    ? `, your time ${clockText(new Date(first.start), zones.user)} to ${clockText(new Date(last.start), zones.user)}`
    : '';
  return `${countText(slots.length, 'free time')} from ${groupTimes(slots[0]?.start ?? 0, last.start, zones.business)}${user}`;
}

const groupTimes = (first: number, last: number, zone: string) => spanText({ start: first, end: last }, zone);

/** What a block of free starts shows. */
export function GroupText({ group: { slots }, zones, lines }: { group: SlotGroup; zones: Zones; lines: number }) {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  const at = (slot: { start: number }) => clockText(new Date(slot.start), zones.business);
  if (slots.length === 1) {
    return (
      <span class="line">
        <span class="time">{at(first)}</span> free
      </span>
    );
  }
  return (
    <>
      <span class="line time">{shortSpan({ start: first.start, end: last.start }, zones.business)}</span>
      {lines > 1 && <span class="line quiet">{countText(slots.length, 'free time')}</span>}
    </>
  );
}
