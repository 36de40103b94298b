import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { zonedDay } from '../../../../lib/time/zoned-day.ts';
import { countText } from '../../../lib/moments.ts';
import { clockText, dayText, localTime } from '../../../lib/time.ts';
import { Said } from '../../said.tsx';
import type { Selection } from '../agenda-state.ts';
import { Customer, MAX_SHOWN } from '../customer.tsx';
import { Labelled } from '../labelled.tsx';
import type { Booking, Slot } from '../types.ts';
import type { AgendaState } from '../use-agenda.ts';
import { conflictText, overnightText, slotLabel, spanText, statusText, userTime, type Zones } from '../words.ts';
import { Panel } from './panel.tsx';

/** Entries that are shown at first. */
const SHOWN = 60;

interface SeveralPanelProps {
  selection: Selection & { kind: 'several' };
  state: AgendaState;
  zones: Zones;
  level: 2 | 3;
  style?: Record<string, string> | undefined;
  onClose(): void;
}

/** Free starts that follow each other, or appointments for which the grid has no room, to choose one. */
export function SeveralPanel({ selection, state, zones, ...frame }: SeveralPanelProps) {
  const { bookings, slots } = selection;
  const [limit, setLimit] = useState(SHOWN);
  const title =
    bookings.length === 0
      ? `Free times on ${dayText(localTime(new Date(slots[0]?.start ?? 0), zones.business).date)}`
      : countText(bookings.length, 'appointment');
  return (
    <Panel title={title} focusKey={`${bookings[0]?.key}${slots[0]?.key}`} {...frame}>
      {bookings.length > 0 && (
        <ul class="plain-list">
          {bookings.slice(0, limit).map((booking) => (
            <li key={booking.key}>
              <button type="button" onClick={() => state.select({ kind: 'booking', booking })}>
                <BookingLine booking={booking} zones={zones} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SlotButtons
        slots={slots.slice(0, limit)}
        zones={zones}
        onChoose={(slot) => state.select({ kind: 'slot', slot })}
      />
      {Math.max(bookings.length, slots.length) > limit && (
        <button type="button" onClick={() => setLimit(limit * 5)}>
          Show more
        </button>
      )}
    </Panel>
  );
}

/** What the label of a booking says, and its id if its time cannot be read. Words of others are set off. */
function BookingLine({ booking, zones }: { booking: Booking; zones: Zones }) {
  const { id, service, name, staff, status } = booking;
  const parts = [
    ...timesOf(booking, zones),
    service && <Said text={service} max={MAX_SHOWN} />,
    name && <Customer name={name} />,
    staff && (
      <>
        with <Said text={staff} max={MAX_SHOWN} />
      </>
    ),
    status && <Said text={statusText(status).slice(0, 120)} />,
    conflictText(booking, zones.business),
    Number.isNaN(booking.start) && (id ? <Said text={id.slice(0, 120)} /> : 'without an id'),
  ].filter(Boolean);
  return parts.map((part, index) => (
    // The parts of a booking never change their order.
    <Fragment key={index}>
      {index > 0 && ', '}
      {part}
    </Fragment>
  ));
}

function timesOf(booking: Booking, zones: Zones): (string | undefined)[] {
  if (Number.isNaN(booking.start)) return [];
  const day = zonedDay(localTime(new Date(booking.start), zones.business).date, zones.business);
  const user = userTime(booking, zones);
  return [spanText(booking, zones.business), overnightText(booking, day), user && `your time ${user}`];
}

interface SlotButtonsProps {
  slots: readonly Slot[];
  zones: Zones;
  onChoose(slot: Slot): void;
  withDay?: boolean;
}

/** Free starts as buttons. */
export function SlotButtons({ slots, zones, onChoose, withDay = false }: SlotButtonsProps) {
  if (slots.length === 0) return null;
  return (
    <ul class="starts">
      {slots.map((slot) => {
        const day = withDay ? `${dayText(localTime(new Date(slot.start), zones.business).date, 'short')}, ` : '';
        return (
          <li key={slot.key}>
            <button type="button" class="free" onClick={() => onChoose(slot)}>
              <Labelled label={`${day}${slotLabel(slot, zones)}`}>
                {day}
                {clockText(new Date(slot.start), zones.business)}
              </Labelled>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
